import os

from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.integrations.starlette_client import OAuth
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route

ISSUER, ID, SECRET = (os.environ[name] for name in ("ISSUER", "CLIENT_ID", "CLIENT_SECRET"))
oauth = OAuth()
oauth.register(
    "keyward",
    client_id=ID,
    client_secret=SECRET,
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid email offline_access", "code_challenge_method": "S256"},
)


async def begin(request):
    return await oauth.keyward.authorize_redirect(request, os.environ["CALLBACK"])


async def callback(request):
    tokens = await oauth.keyward.authorize_access_token(request)
    metadata = await oauth.keyward.load_server_metadata()
    async with AsyncOAuth2Client(ID, SECRET) as client:
        fresh = await client.refresh_token(metadata["token_endpoint"], refresh_token=tokens["refresh_token"])
    info = await oauth.keyward.userinfo(token=fresh)
    same = info["sub"] == tokens["userinfo"]["sub"] and fresh["access_token"] != tokens["access_token"]
    return JSONResponse({"email": info["email"], "refreshed": same, "id_token": tokens["id_token"]})


app = Starlette(
    routes=[Route("/", begin), Route("/callback", callback)],
    middleware=[Middleware(SessionMiddleware, secret_key="of this run alone")],
)
