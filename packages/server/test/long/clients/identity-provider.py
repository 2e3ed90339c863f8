"""An identity provider for one person: SAML by pysaml2, OpenID Connect by pyop."""

import json
import os
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

from Cryptodome.PublicKey import RSA
from jwkest.jwk import RSAKey
from pyop.authz_state import AuthorizationState
from pyop.provider import Provider
from pyop.subject_identifier import HashBasedSubjectIdentifierFactory
from pyop.userinfo import Userinfo
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT, entity, sigver
from saml2.authn_context import PASSWORD
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server

URL, FOLDER = os.environ["URL"], os.environ["FOLDER"]
PERSON = json.loads(os.environ["PERSON"])
AES = ("http://www.w3.org/2009/xmlenc11#aes256-gcm", "aes-256")

state = {"key": "first", "encryption": None, "metadata": [], "provider": None, "clients": {}}


def configuration(key):
    config = {
        "entityid": f"{URL}/saml",
        "xmlsec_binary": os.environ["XMLSEC"],
        "key_file": f"{FOLDER}/{key}.key",
        "cert_file": f"{FOLDER}/{key}.pem",
        "metadata": {"inline": state["metadata"]},
        "service": {
            "idp": {
                "endpoints": {"single_sign_on_service": [(f"{URL}/sso", BINDING_HTTP_REDIRECT)]},
                "want_authn_requests_signed": False,
                "policy": {"default": {"lifetime": {"minutes": 5}, "attribute_restrictions": None}},
            }
        },
    }
    return IdPConfig().load(config)


def openid(key):
    with open(f"{FOLDER}/{key}.key") as file:
        signing = RSAKey(key=RSA.import_key(file.read()), alg="RS256", use="sig", kid=key)
    described = {
        "issuer": "https://idp.example.com",
        "authorization_endpoint": f"{URL}/openid/authorize",
        "token_endpoint": f"{URL}/openid/token",
        "userinfo_endpoint": f"{URL}/openid/userinfo",
        "jwks_uri": f"{URL}/openid/jwks",
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "scopes_supported": ["openid", "email", "profile"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic"],
    }
    subjects = HashBasedSubjectIdentifierFactory("of this run alone")
    people = Userinfo({"ada": {**PERSON, "email_verified": True}})
    provider = Provider(signing, described, AuthorizationState(subjects), state["clients"], people)
    # The library takes issuers with https alone.
    provider.configuration_information["issuer"] = f"{URL}/openid"
    return provider


class Handler(BaseHTTPRequestHandler):
    def answer(self, body, kind="text/html", status=200, headers=()):
        data = body.encode()
        self.send_response(status)
        for name, value in (("content-type", kind), ("content-length", str(len(data))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def to_json(self, value):
        self.answer(value if isinstance(value, str) else json.dumps(value), "application/json")

    def do_GET(self):
        path, query = urlparse(self.path).path, urlparse(self.path).query
        if path == "/metadata":
            self.answer(str(entity_descriptor(configuration(state["key"]))), "application/samlmetadata+xml")
        elif path == "/sso":
            self.sign_on({name: value for name, (value,) in parse_qs(query).items()})
        elif path == "/openid/.well-known/openid-configuration":
            self.to_json(state["provider"].provider_configuration.to_json())
        elif path == "/openid/jwks":
            self.to_json(state["provider"].jwks)
        elif path == "/openid/authorize":
            request = state["provider"].parse_authentication_request(query)
            response = state["provider"].authorize(request, "ada")
            self.answer("", status=303, headers=[("location", response.request(request["redirect_uri"]))])
        elif path == "/openid/userinfo":
            self.to_json(state["provider"].handle_userinfo_request(query, self.headers).to_json())
        else:
            self.answer("", status=404 if path != "/" else 200)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        if self.path == "/openid/token":
            self.to_json(state["provider"].handle_token_request(body, self.headers).to_json())
        elif self.path == "/state":
            state.update(json.loads(body))
            state["provider"] = openid(state["key"])
            self.answer("")

    def sign_on(self, query):
        encryption = state["encryption"]
        # What it encrypts with by default is not authenticated.
        data, key = AES if encryption == "aes" else (sigver.TRIPLE_DES_CBC, "des-192")
        entity.pre_encryption_part = partial(sigver.pre_encryption_part, msg_enc=data)
        server = Server(config=configuration(state["key"]))
        encrypt = server.sec.crypto.encrypt_assertion
        server.sec.crypto.encrypt_assertion = lambda text, to, template, _, path: encrypt(text, to, template, key, path)
        request = server.parse_authn_request(query["SAMLRequest"], BINDING_HTTP_REDIRECT)
        args = server.response_args(request.message)
        name_id = NameID(format=NAMEID_FORMAT_PERSISTENT, text="ada-1815")
        response = server.create_authn_response(
            {"mail": PERSON["email"], "displayName": PERSON["name"]},
            userid="ada",
            name_id=name_id,
            authn={"class_ref": PASSWORD, "authn_auth": f"{URL}/saml"},
            sign_assertion=True,
            sign_response=False,
            encrypt_assertion=encryption is not None,
            sign_alg="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
            digest_alg="http://www.w3.org/2001/04/xmlenc#sha256",
            **args,
        )
        applied = server.apply_binding(
            args["binding"], str(response), args["destination"], query["RelayState"], response=True
        )
        self.answer(applied["data"])


state["provider"] = openid("first")
ThreadingHTTPServer(("127.0.0.1", urlparse(URL).port), Handler).serve_forever()
