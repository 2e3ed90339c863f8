import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { before, describe, it } from 'node:test';
import { fastest } from '../../support/resources.ts';
import { createBrowser } from '../../support/browser.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { parseResponse, rawRequest } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { suiteKeyward } from '../expectations.ts';
import { type Acme, type Cast, membersOf } from '../organizations/help.ts';
import { addPerson, newSession } from '../people.ts';
import { assertFailed, assertSignedIn, FRONTEND } from '../providers/harness.ts';
import { type Connected, CONNECTIONS_ON } from './help.ts';
import {
  addSamlStage,
  answerTo,
  addressesOf,
  assertRefusedBy,
  type Asked,
  assertionXml,
  begin,
  connectSaml,
  createSamlIdp,
  encrypt,
  finish,
  type Message,
  metadataOf,
  post,
  responseXml,
  type SamlIdp,
  sign,
  type Signing,
} from './saml-idp.ts';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sign-ins by the SAML provider of an organization, ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let idp: SamlIdp;
    let other: SamlIdp;
    let cast: Cast;
    let acme: Acme;
    let connection: Connected;
    let serial = 0;

    before(async () => {
      other = await createSamlIdp('other');
      ({ idp, cast, acme, connection } = await addSamlStage(keyward));
    });

    const newEmail = () => `saml${(serial += 1)}@acme.example`;
    const messageTo = (asked: Asked, fields: Partial<Message> = {}): Message => ({
      nameId: newEmail(),
      ...answerTo(asked, idp, keyward.clock.now()),
      ...fields,
    });
    const signed = (message: Message, by = idp, how: Signing = {}) =>
      sign(assertionXml(message), 'Assertion', by, how);
    const genuine = (message: Message) => responseXml(message, signed(message));
    const change = async (fields: object) => {
      const sent = { token: cast.root.token, body: fields };
      const { status, text } = await keyward.call('PATCH', connection.path, sent);
      assert.equal(status, 200, text);
    };
    const assertRefused = (asked: Asked, response: string, reason: string | RegExp, about?: string) =>
      assertRefusedBy(keyward, asked, response, reason, about);

    it('O7-7: keeps of an answer that waits for its browser only what the sign-in needs', async () => {
      await change({ mapping: { staff: ['admin'] } });
      const asked = await begin(keyward, connection);
      const attributes = { groups: ['staff', 'x'.repeat(50_000)], other: ['x'.repeat(100_000)] };
      const message = messageTo(asked, { attributes });
      const next = await post(asked.acsUrl, genuine(message), asked.relayState);
      const [row] = await keyward.database.query(
        'select max(length(sealed_answer)) as most from provider_flows',
      );
      assert.ok(Number(row?.['most']) > 0 && Number(row?.['most']) < 2_000, String(row?.['most']));
      const entered = await asked.browser.get(next.href);
      const query = new URL(entered.headers.get('location') ?? '').searchParams;
      const { account } = await assertSignedIn(keyward, query);
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[Number(account['id'])], ['admin']);
      await change({ mapping: {} });
    });

    it('creates the account and the membership, with name, email and roles from the attributes', async () => {
      await change({ mapping: { staff: ['admin'] } });
      const asked = await begin(keyward, connection);
      const message = messageTo(asked, {
        nameId: 'e-4711',
        attributes: {
          'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['grace@acme.example'],
          givenName: ['Grace'],
          sn: ['Hopper'],
          'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['staff'],
        },
      });
      const { account } = await assertSignedIn(keyward, await finish(asked, genuine(message)));
      assert.deepEqual(
        [account['email'], account['email_verified'], account['name']],
        ['grace@acme.example', true, 'Grace Hopper'],
      );
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[Number(account['id'])], ['admin']);
      const again = await begin(keyward, connection);
      const renamed = messageTo(again, { nameId: 'e-4711', attributes: { email: ['other@acme.example'] } });
      const { account: same } = await assertSignedIn(keyward, await finish(again, genuine(renamed)));
      assert.equal(same['id'], account['id']);
      await change({ mapping: {} });
    });

    it('makes no account in a domain that the deployment does not allow', async () => {
      const limit = (blocked: string[]) =>
        keyward.call('PATCH', '/config/signup', {
          token: cast.root.token,
          body: { blocked_domains: blocked },
        });
      assert.equal((await limit(['acme.example'])).status, 200);
      const asked = await begin(keyward, connection);
      const message = messageTo(asked, { nameId: 'e-4712', attributes: { email: ['blocked@acme.example'] } });
      assertFailed(await finish(asked, genuine(message)), 'email_domain_not_allowed');
      await limit([]);
    });

    it('takes a signed response around a signed assertion, and an encrypted one', async () => {
      const asked = await begin(keyward, connection);
      const message = messageTo(asked);
      const both = sign(responseXml(message, signed(message)), 'Response', idp);
      await assertSignedIn(keyward, await finish(asked, both));
      const { certificate } = await serviceCertificate();
      const second = await begin(keyward, connection);
      const secret = messageTo(second);
      await assertSignedIn(
        keyward,
        await finish(second, responseXml(secret, encrypt(signed(secret), certificate))),
      );
    });

    /** The certificate in the metadata of this service. */
    async function serviceCertificate() {
      const answer = await fetch(addressesOf(keyward, connection).spEntityId);
      const xml = await answer.text();
      assert.equal(answer.status, 200, xml);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/samlmetadata\+xml/);
      const base64 = /X509Certificate>([^<]+)</.exec(xml)?.[1] ?? assert.fail(xml);
      const certificate = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;
      assert.ok(new X509Certificate(certificate).validTo);
      return { xml, certificate };
    }

    it('describes this service by its metadata', async () => {
      const { xml } = await serviceCertificate();
      const { acsUrl, spEntityId } = addressesOf(keyward, connection);
      assert.ok(xml.includes(`entityID="${spEntityId}"`) && xml.includes(`Location="${acsUrl}"`), xml);
      assert.match(xml, /WantAssertionsSigned="true"/);
    });

    it('SA-2: refuses encryption that can be altered or guessed, and other keys', async () => {
      const { certificate } = await serviceCertificate();
      for (const [how, key, reason] of [
        [{ cipher: 'aes-256-cbc' }, certificate, 'algorithm'],
        [{ padding: 'pkcs1' }, certificate, 'algorithm'],
        [{}, idp.certificate, 'encryption'],
      ] as const) {
        const asked = await begin(keyward, connection);
        const message = messageTo(asked);
        await assertRefused(asked, responseXml(message, encrypt(signed(message), key, how)), reason);
      }
      const asked = await begin(keyward, connection);
      const message = messageTo(asked);
      const plain = encrypt(assertionXml(message), certificate);
      await assertRefused(asked, responseXml(message, plain), 'unsigned', 'encrypted, but not signed');
      const sha1 = encrypt(signed(message, idp, { signature: `${SHA1}rsa-sha1` }), certificate);
      await assertRefused(asked, responseXml(message, sha1), 'algorithm', 'encrypted, signed by SHA-1');
      await change({ saml: { want_encrypted: true } });
      await assertRefused(asked, genuine(message), 'encryption', 'not encrypted');
      await change({ saml: { want_encrypted: false } });
    });

    it('SA-1: refuses signature wrapping, XSW 1 to 8', async () => {
      const evil = 'boss@acme.example';
      const victim = await addPerson(keyward, { email: evil, verified: true });
      const asked = await begin(keyward, connection);
      const message = messageTo(asked);
      const assertion = signed(message);
      const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(assertion)?.[0] ?? assert.fail(assertion);
      const unsigned = assertion.replace(signature, '');
      const forged = assertionXml({ ...message, nameId: evil });
      const into = (xml: string, more: string, end: string) => xml.replace(new RegExp(`${end}$`), more + end);
      const inIssuer = (xml: string, more: string) => xml.replace('</saml:Issuer>', `</saml:Issuer>${more}`);
      const whole = sign(responseXml(message, unsigned), 'Response', idp);
      const outer = /<ds:Signature .*<\/ds:Signature>/s.exec(whole)?.[0] ?? assert.fail(whole);
      const bare = whole.replace(outer, '');
      const evilWhole = responseXml({ ...message, nameId: evil }, forged);
      const inner = (content: string) => outer.replace('</ds:Signature>', `${content}</ds:Signature>`);
      const end = '</saml:Assertion>';
      const forgeries = {
        'XSW 1': inIssuer(evilWhole, inner(bare)),
        'XSW 2': inIssuer(evilWhole, bare + outer),
        'XSW 3': responseXml(message, forged + assertion),
        'XSW 4': responseXml(message, into(forged, assertion, end)),
        'XSW 5': responseXml(message, inIssuer(forged, signature) + unsigned),
        'XSW 6': responseXml(
          message,
          inIssuer(forged, signature.replace('</ds:Signature>', `${unsigned}</ds:Signature>`)),
        ),
        'XSW 7': responseXml(message, `<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`),
        'XSW 8': responseXml(
          message,
          inIssuer(
            forged,
            signature.replace('</ds:Signature>', `<ds:Object>${unsigned}</ds:Object></ds:Signature>`),
          ),
        ),
      };
      for (const [name, forgery] of Object.entries(forgeries))
        await assertRefused(asked, forgery, /^saml_(?:structure|signature|unsigned)$/, name);
      // The same with one id for both, so that the reference is ambiguous.
      const id = /ID="([^"]+)"/.exec(assertion)?.[1] ?? '';
      const twin = assertionXml({ ...message, nameId: evil, assertionId: id });
      await assertRefused(asked, responseXml(message, twin + assertion), 'structure', 'one id for two');
      await assertRefused(
        asked,
        responseXml(message, inIssuer(twin, signature)),
        'signature',
        'the signature of another assertion',
      );
      await assertSignedIn(keyward, await finish(asked, responseXml(message, assertion)));
      assert.equal((await membersOf(keyward, cast.root, acme))[victim.id], undefined);
    });

    it('refuses a signature of the response alone, and a missing one', async () => {
      const asked = await begin(keyward, connection);
      const message = messageTo(asked);
      const plain = responseXml(message, assertionXml(message));
      await assertRefused(asked, sign(plain, 'Response', idp), 'unsigned');
      await assertRefused(asked, plain, 'unsigned');
    });

    it('SA-2: pins keys and algorithms: the message chooses neither', async () => {
      const asked = await begin(keyward, connection);
      const message = messageTo(asked);
      const by = (signer: SamlIdp, how: Signing) => responseXml(message, signed(message, signer, how));
      await assertRefused(asked, by(other, {}), 'signature', 'another key');
      await assertRefused(
        asked,
        by(other, { certificate: other.certificate }),
        'signature',
        'its own KeyInfo',
      );
      await assertRefused(asked, by(idp, { signature: `${SHA1}rsa-sha1` }), 'algorithm', 'RSA-SHA1');
      await assertRefused(asked, by(idp, { digest: `${SHA1}sha1` }), 'algorithm', 'SHA-1');
      await assertRefused(
        asked,
        by(idp, { canonical: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' }),
        'algorithm',
        'comments',
      );
      const swapped = genuine(message).replace(`${MORE}rsa-sha256`, `${MORE}hmac-sha256`);
      await assertRefused(asked, swapped, 'algorithm', 'HMAC');
    });

    it('refuses changed content, comments, document types, entities and other documents', async () => {
      const asked = await begin(keyward, connection);
      const message = messageTo(asked, { nameId: 'boss@acme.example.evil.example' });
      const response = genuine(message);
      const cases: [string, string | RegExp, string][] = [
        [response.replace('acme.example.evil', 'acme.example<!---->.evil'), 'markup', 'a comment'],
        [response.replace('acme.example.evil.example', 'acme.example'), 'signature', 'another name'],
        [`<!DOCTYPE r [<!ENTITY e "x">]>${response}`, 'markup', 'a document type'],
        [response.replace('<saml:Issuer', '<?php x?><saml:Issuer'), 'markup', 'an instruction'],
        [response.replace('boss@', '<![CDATA[boss]]>@'), 'markup', 'CDATA'],
        [response.replace('boss@', '&undefined;@'), 'markup', 'an unknown entity'],
        [response.replace('</samlp:Response>', ''), 'markup', 'an end that is missing'],
        [`${response}<more/>`, 'markup', 'two roots'],
        [assertionXml(message), 'structure', 'no response'],
        ['', 'encoding', 'nothing'],
        [`${response}${' '.repeat(256 * 1_024)}`, 'encoding', 'too long'],
        [
          responseXml(
            { ...message, status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
            signed(message),
          ),
          'status',
          'a failure',
        ],
        [responseXml(message, ''), 'status', 'no assertion'],
      ];
      for (const [forgery, reason, about] of cases) await assertRefused(asked, forgery, reason, about);
    });

    it('refuses at once a message that would keep a parser busy for minutes', async () => {
      const many = 50_000;
      const nested = Array.from({ length: many / 5 }, (_, index) => `<a xmlns:n${index}="x">`).join('');
      const inside = (markup: string) => `<r>${markup}</r>`;
      const closed = `${nested}${'</a>'.repeat(many / 5)}`;
      for (const response of [
        '<a>'.repeat(many),
        inside('<'.repeat(many)),
        closed,
        inside('<b c=d '.repeat(20_000)),
      ]) {
        const asked = await begin(keyward, connection);
        assert.ok((await fastest(2_000, () => assertRefused(asked, response, 'markup'))) < 2_000);
      }
      const token = cast.root.token;
      for (const metadata of ['<!--'.repeat(12_000), '<a>'.repeat(16_000)]) {
        const sent = { token, body: { saml: { metadata } } };
        const took = await fastest(2_000, async () =>
          assert.equal((await keyward.call('PATCH', connection.path, sent)).status, 422),
        );
        assert.ok(took < 2_000, `${took}`);
      }
    });

    it('refuses answers that are for others, too early, too late, or to another request', async () => {
      const asked = await begin(keyward, connection);
      const elsewhere = 'https://evil.example.com/acs';
      const cases: [Partial<Message>, string | RegExp][] = [
        [{ audience: elsewhere }, 'audience'],
        [{ audience: null }, 'audience'],
        [{ recipient: elsewhere, destination: asked.acsUrl }, 'recipient'],
        [{ recipient: null, destination: asked.acsUrl }, 'recipient'],
        [{ destination: elsewhere }, 'destination'],
        [{ issuer: other.entityId }, 'issuer'],
        [{ notBefore: 61 }, 'time'],
        [{ notOnOrAfter: -60 }, 'time'],
        [{ confirmedUntil: -60 }, 'time'],
        [{ confirmedUntil: null }, /confirmation|signature/],
        [{ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }, 'confirmation'],
        [{ inResponseTo: ['_other', asked.requestId] }, 'request'],
        [{ inResponseTo: [asked.requestId, '_other'] }, 'request'],
        [{ inResponseTo: [null, null] }, 'request'],
        [{ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, 'name_id'],
        [{ nameId: '' }, 'name_id'],
      ];
      for (const [fields, reason] of cases)
        await assertRefused(asked, genuine(messageTo(asked, fields)), reason, JSON.stringify(fields));
      // A minute of skew either way is fine.
      const skewed = messageTo(asked, { notBefore: 59, notOnOrAfter: -59, confirmedUntil: -59 });
      await assertSignedIn(keyward, await finish(asked, genuine(skewed)));
    });

    it('accepts an answer once, from the browser that asked', async () => {
      const asked = await begin(keyward, connection);
      const response = genuine(messageTo(asked));
      const next = await post(asked.acsUrl, response, asked.relayState);
      assert.ok(next.pathname.endsWith(`/connection/${connection.id}/callback`), next.href);
      const thief = await createBrowser().get(next.href);
      assertFailed(new URL(thief.headers.get('location') ?? '').searchParams, 'oauth_state');
      await assertRefused(asked, response, /undefined|saml_/, 'a second answer while the first waits');
      const answer = await asked.browser.get(next.href);
      await assertSignedIn(keyward, new URL(answer.headers.get('location') ?? '').searchParams);
      assertFailed(await finish(asked, response), 'saml_invalid');
      // A stolen answer in the flow of the thief.
      const mine = await begin(keyward, connection);
      const victims = await begin(keyward, connection);
      await assertRefused(mine, genuine(messageTo(victims)), 'request');
      // An answer for another connection.
      const second = await connectSaml(keyward, cast.root, acme, other);
      const theirs = await begin(keyward, second);
      const wrong = { ...theirs, acsUrl: asked.acsUrl };
      await assertRefused(wrong, genuine(messageTo(theirs)), /undefined/);
    });

    it('accepts answers that begin at the provider only if the connection allows it, each once', async () => {
      const { acsUrl, spEntityId } = addressesOf(keyward, connection);
      const unasked: Asked = {
        browser: createBrowser(),
        requestId: '',
        relayState: `${FRONTEND}/app`,
        acsUrl,
        spEntityId,
      };
      const about = (fields: Partial<Message> = {}) =>
        messageTo(unasked, { inResponseTo: [null, null], ...fields });
      const refused = await post(acsUrl, genuine(about()), null);
      assert.equal(refused.searchParams.get('error_code'), 'saml_invalid');
      await change({ saml: { allow_idp_initiated: true } });
      const response = genuine(about());
      const first = await post(acsUrl, response, `${FRONTEND}/app`);
      assert.ok(first.href.startsWith(`${FRONTEND}/app/oauth/callback?`), first.href);
      await assertSignedIn(keyward, first.searchParams);
      const again = await post(acsUrl, response, null);
      assert.equal(again.searchParams.get('error_code'), 'saml_invalid');
      // The relay state leads nowhere else, and a request that is named must be one of ours.
      const led = await post(acsUrl, genuine(about()), 'https://evil.example.com');
      assert.equal(led.origin, FRONTEND);
      for (const inResponseTo of [
        ['_a', null],
        [null, '_a'],
      ] as const) {
        const named = await post(acsUrl, genuine(about({ inResponseTo: [...inResponseTo] })), null);
        assert.equal(named.searchParams.get('error_code'), 'saml_invalid');
      }
      await change({ saml: { allow_idp_initiated: false } });
    });

    it('trusts two certificates while the provider changes its key, and none of an earlier provider', async () => {
      const next = { ...idp, ...(await createSamlIdp('next')), entityId: idp.entityId };
      await change({ saml: { idp_certificates: [idp.certificate, next.certificate] } });
      for (const signer of [idp, next]) {
        const asked = await begin(keyward, connection);
        const message = messageTo(asked);
        await assertSignedIn(keyward, await finish(asked, responseXml(message, signed(message, signer))));
      }
      await change({ saml: { idp_certificates: [idp.certificate] } });
      const asked = await begin(keyward, connection);
      const message = messageTo(asked);
      await assertRefused(asked, responseXml(message, signed(message, next)), 'signature');
      const moved = await keyward.call('PATCH', connection.path, {
        token: cast.root.token,
        body: { saml: { idp_entity_id: 'https://second.example.com' } },
      });
      assert.equal(moved.status, 422, moved.text);
    });

    it('is set up by metadata or fields, and refuses what cannot work', async () => {
      const { token } = cast.root;
      const send = (saml: object) =>
        keyward.call('POST', `${acme.path}/connection`, {
          token,
          body: { name: 'Acme', status: 'active', saml },
        });
      const made = await send({ metadata: metadataOf(idp) });
      assert.equal(made.status, 201, made.text);
      const shown = JSON.parse(made.text).saml;
      assert.equal(shown.idp_entity_id, idp.entityId);
      assert.equal(shown.idp_sso_url, idp.ssoUrl);
      assert.equal(shown.idp_certificates.length, 1);
      assert.ok(Date.parse(shown.idp_certificates[0].expires_at) > Date.now());
      assert.doesNotMatch(made.text, /PRIVATE KEY|oidc/);
      const weak = await createSamlIdp('weak', 1_024);
      const fields = {
        idp_entity_id: idp.entityId,
        idp_sso_url: idp.ssoUrl,
        idp_certificates: [idp.certificate],
      };
      assert.equal((await send(fields)).status, 201);
      for (const [wrong, path] of [
        [{}, 'saml.idp_entity_id'],
        [{ metadata: '<nothing/>' }, 'saml.metadata'],
        [{ metadata: `<!DOCTYPE x>${metadataOf(idp)}` }, 'saml.metadata'],
        [{ metadata: metadataOf({ ...idp, entityId: 'e'.repeat(1_025) }) }, 'saml.idp_entity_id'],
        [
          { metadata: metadataOf({ ...idp, ssoUrl: `https://a.example/${'a'.repeat(2_048)}` }) },
          'saml.idp_sso_url',
        ],
        [{ ...fields, idp_certificates: ['nonsense'] }, 'saml.idp_certificates.0'],
        [{ ...fields, idp_certificates: [weak.certificate] }, 'saml.idp_certificates.0'],
        [{ ...fields, idp_sso_url: 'http://idp.example.com' }, 'saml.idp_sso_url'],
      ] as const) {
        const answer = await send(wrong);
        assert.equal(answer.status, 422, answer.text);
        assert.equal(answer.body.details?.fields?.[0]?.path, path);
      }
      for (const metadata_url of ['https://10.0.0.1/metadata', 'http://169.254.169.254/']) {
        const answer = await send({ metadata_url });
        assert.equal(answer.status, 422, answer.text);
        assert.equal(answer.body.details?.fields?.[0]?.path, 'saml.metadata_url');
        assert.match(answer.text, /"reason":"private_address"/);
      }
    });

    it('refuses an unknown, disabled or other connection before the body comes', async () => {
      const head = (id: string) =>
        `POST /auth/saml/${id}/acs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 400000\r\n\r\n';
      const early = async (id: string) => {
        const { status, headers } = parseResponse(await rawRequest(keyward.port, head(id)));
        return { status, to: headers.get('location')?.[0] ?? '' };
      };
      const unknown = 'con_AAAAAAAAAAAAAAAAAAAAAA';
      const refused = await early(unknown);
      assert.equal(refused.status, 303);
      assert.match(refused.to, /error_code=connection_not_found/);
      assert.equal((await early('nothing')).status, 422);
      await change({ status: 'disabled' });
      assert.equal((await early(connection.id)).status, 303);
      // The answer to a test is still read.
      assert.equal((await keyward.call('POST', `${connection.path}/test`, cast.root)).status, 201);
      await assert.rejects(rawRequest(keyward.port, head(connection.id), { timeoutMs: 300 }), /Not closed/);
      keyward.clock.advance(3_600_000);
      assert.equal((await early(connection.id)).status, 303);
      const { token } = await newSession(keyward, cast.root.id);
      const again = { token, body: { status: 'active' } };
      assert.equal((await keyward.call('PATCH', connection.path, again)).status, 200);
    });

    it('holds 64 large bodies at once, and drops the slowest for others', async () => {
      const head = `POST /auth/saml/${connection.id}/acs HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 400000\r\n\r\n`;
      const sockets: Socket[] = [];
      const slow = async () => {
        const socket = connect(keyward.port, '127.0.0.1').on('error', () => {});
        sockets.push(socket);
        await once(socket, 'connect');
        await new Promise((sent) => socket.write(head + 'a'.repeat(100_000), sent));
      };
      try {
        for (let count = 0; count < 64; count += 1) await slow();
        for (const socket of sockets) socket.resume();
        const cut = () => sockets.filter(({ destroyed }) => destroyed).length;
        await slow();
        await until(() => cut() > 0, 'one of them is cut');
        const asked = await begin(keyward, connection);
        await assertSignedIn(keyward, await finish(asked, genuine(messageTo(asked))));
        assert.equal(cut(), 1);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    });

    it('does not last longer than ten minutes', async () => {
      const asked = await begin(keyward, connection);
      const message = messageTo(asked, { notOnOrAfter: 3_600, confirmedUntil: 3_600 });
      const next = await post(asked.acsUrl, genuine(message), asked.relayState);
      keyward.clock.advance(600_000);
      const late = await asked.browser.get(next.href);
      assertFailed(new URL(late.headers.get('location') ?? '').searchParams, 'oauth_state');
      assertFailed(await finish(asked, genuine(message)), 'saml_invalid');
    });
  });
}
