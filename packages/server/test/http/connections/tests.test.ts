import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { tempFolder } from '../../support/at-exit.ts';
import { createBrowser } from '../../support/browser.ts';
import { CLIENT, suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { type Acme, addOrganization, outcome, suiteCast } from '../organizations/help.ts';
import { connect, type Connected, CONNECTIONS_ON, loginUrl, verifyDomain } from './help.ts';
import {
  type Asked,
  askedBy,
  assertionXml,
  connectSaml,
  createSamlIdp,
  encrypt,
  finish,
  type Message,
  post,
  responseXml,
  type SamlIdp,
  sign,
} from './saml-idp.ts';

const HOUR_MS = 3_600_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`tests of connections on ${kind}`, () => {
    const { path: texts } = tempFolder();
    const arabic = { portal: { test: { passed: 'نجح الاختبار' } } };
    writeFileSync(join(texts, 'ar.json'), JSON.stringify(arabic));
    const keyward = suiteKeyward(kind, {
      settings: { ...CONNECTIONS_ON, KEYWARD_TEXTS: texts },
      parts: {
        webhookNetwork: {
          async resolve(hostname) {
            if (hostname === 'inside.example') return ['10.0.0.1'];
            throw new Error(`getaddrinfo ENOTFOUND ${hostname}`);
          },
        },
      },
    });
    const provider = suiteOidcProvider();
    let idp: SamlIdp;
    const cast = suiteCast(keyward);
    let acme: Acme;
    let oidc: Connected;
    let saml: Connected;

    before(async () => {
      idp = await createSamlIdp();
      acme = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, acme, 'acme.example');
      const mapping = { staff: ['admin'] };
      oidc = await connect(keyward, cast.root, acme, provider, { status: 'draft', mapping });
      saml = await connectSaml(keyward, cast.root, acme, idp, {}, { status: 'draft', mapping });
    });

    const newTest = async ({ path }: Connected) => {
      const { token } = cast.owner;
      const { status, body, text } = await keyward.call('POST', `${path}/test`, { token });
      assert.equal(status, 201, text);
      return { url: asText(body['url']), path: `${path}/test/${asText(body['id'])}` };
    };
    const read = async (path: string) => {
      const { status, body, text } = await keyward.call('GET', path, { token: cast.owner.token });
      assert.equal(status, 200, text);
      return body;
    };
    /** Everything that a sign-in could make. */
    const made = async () => {
      const tables = ['accounts', 'sessions', 'memberships', 'provider_links', 'challenges', 'events'];
      const counts = [];
      for (const table of tables)
        counts.push(await keyward.database.query(`select count(*) as rows from ${table}`));
      return JSON.stringify(counts);
    };
    /** Follows redirects to the page at the end. */
    async function pageAt(url: string, browser = createBrowser(), language = 'en'): Promise<string> {
      let at = url;
      for (let count = 0; count < 20; count += 1) {
        const answer = await browser.get(at, { 'accept-language': language });
        const text = await answer.text();
        const location = answer.headers.get('location');
        if (location === null) {
          assert.equal(answer.status, 200, text);
          return text;
        }
        at = new URL(location, at).href;
      }
      return assert.fail('too many redirects');
    }
    const messageTo = (asked: Asked, fields: Partial<Message> = {}): Message => ({
      nameId: 'grace@acme.example',
      attributes: {
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['grace@acme.example'],
      },
      issuer: idp.entityId,
      audience: asked.spEntityId,
      recipient: asked.acsUrl,
      inResponseTo: [asked.requestId, asked.requestId],
      now: keyward.clock.now(),
      ...fields,
    });
    const signed = (message: Message, by = idp) => sign(assertionXml(message), 'Assertion', by);
    async function answered(asked: Asked, response: string): Promise<string> {
      return pageAt((await post(asked.acsUrl, response, asked.relayState)).href, asked.browser);
    }

    it('end with a page in the language of the browser, or in one of the operator', async () => {
      for (const [language, expected] of [
        ['pl', /<html lang="pl">[^]*Test się powiódł/],
        ['ar', /<html lang="ar" dir="rtl">[^]*نجح الاختبار[^]*Nobody was signed in/],
      ] as const) {
        provider.user = { sub: 'sub1', email: 'grace@acme.example', name: 'Grace' };
        const { url } = await newTest(oidc);
        assert.match(await pageAt(url, createBrowser(), language), expected);
      }
    });

    it('show what an OpenID provider says and create nothing, for a draft too', async () => {
      provider.user = {
        sub: 'sub1',
        email: 'grace@acme.example',
        name: 'Grace <Hopper>',
        groups: ['staff', 'others'],
      };
      const test = await newTest(oidc);
      const { status, received } = await read(test.path);
      assert.deepEqual([status, received], ['pending', null]);
      const start = await made();
      const page = await pageAt(test.url);
      assert.equal(await made(), start);
      assert.match(page, /The test succeeded/);
      assert.match(page, /Grace &lt;Hopper&gt;/);
      const found = await read(test.path);
      assert.equal(found['status'], 'passed', JSON.stringify(found));
      assert.deepEqual(found['person'], {
        subject: 'sub1',
        email: 'grace@acme.example',
        email_verified: true,
        email_in_domain: true,
        name: 'Grace <Hopper>',
        groups: ['staff', 'others'],
        roles: ['admin'],
      });
      assert.deepEqual(found['verified'], [
        'discovery',
        'code',
        'signature',
        'issuer',
        'audience',
        'request',
        'time',
      ]);
      assert.ok(Array.isArray(found['attributes']));
      const fields = Object.fromEntries(
        found['attributes'].map(asObject).map(({ name, field }) => [asText(name), field]),
      );
      const { sub, email, name, groups, aud } = fields;
      assert.deepEqual([sub, email, name, groups, aud], ['subject', 'email', 'name', 'groups', null]);
      const token = JSON.parse(String(found['received']));
      assert.deepEqual([token.claims.sub, token.header.alg], ['sub1', 'RS256']);
      assert.equal(await made(), start);
    });

    it('say why an OpenID provider does not work', async () => {
      const failed = async (connection: Connected) => {
        const test = await newTest(connection);
        const page = await pageAt(test.url);
        assert.match(page, /The test failed/);
        const { failure, status, person } = await read(test.path);
        assert.deepEqual([status, person], ['failed', null]);
        return asObject(failure);
      };
      provider.user = null;
      assert.equal((await failed(oidc))['code'], 'oidc_denied');
      provider.user = { sub: 'sub1', email: 'grace@acme.example' };
      const patch = (body: object) => keyward.call('PATCH', oidc.path, { token: cast.root.token, body });
      await patch({ oidc: { client_secret: 'wrong' } });
      const refused = await failed(oidc);
      assert.match(`${asText(refused['code'])} ${asText(refused['message'])}`, /oidc_token .*invalid_client/);
      await patch({ oidc: { client_secret: CLIENT.secret } });
      await provider.down();
      assert.equal((await failed(oidc))['code'], 'oidc_discovery');
      await provider.up();
      provider.user = { sub: 'sub1' };
      const test = await newTest(oidc);
      assert.match(await pageAt(test.url), /email_missing/);
    });

    it('show what a SAML provider says, encrypted too, and nothing that could be replayed', async () => {
      const start = await made();
      const test = await newTest(saml);
      const asked = await askedBy(keyward, saml, test.url);
      const message = messageTo(asked, {
        attributes: { mail: ['grace@acme.example'], groups: ['staff'], givenName: ['Grace'] },
      });
      const page = await answered(asked, responseXml(message, signed(message)));
      assert.match(page, /The test succeeded/);
      const found = await read(test.path);
      const { received, person, verified } = found;
      assert.match(asText(received), /<saml:AttributeValue>grace@acme\.example</);
      assert.match(asText(received), /SignatureValue>…</);
      assert.deepEqual(verified, ['signature', 'issuer', 'audience', 'recipient', 'request', 'time']);
      const { email, name, roles } = asObject(person);
      assert.deepEqual([email, name, roles], ['grace@acme.example', 'Grace', ['admin']]);
      assert.deepEqual(found['attributes'], [
        { name: 'NameID', values: ['grace@acme.example'], field: 'subject' },
        { name: 'mail', values: ['grace@acme.example'], field: 'email' },
        { name: 'groups', values: ['staff'], field: 'groups' },
        { name: 'givenname', values: ['Grace'], field: 'name' },
      ]);
      const again = await newTest(saml);
      const second = await askedBy(keyward, saml, again.url);
      const shown = await keyward.call('GET', saml.path, { token: cast.root.token });
      const metadata = await fetch(asText(asObject(shown.body['saml'])['sp_entity_id']));
      const [, certificate = ''] = /X509Certificate>([^<]+)</.exec(await metadata.text()) ?? [];
      const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`;
      const sealed = messageTo(second);
      await answered(second, responseXml(sealed, encrypt(signed(sealed), pem)));
      const opened = await read(again.path);
      assert.match(String(opened['received']), /^<samlp:Response [^]*grace@acme\.example/);
      assert.equal(await made(), start);
    });

    it('O7-7: keep and show no more of an answer than people read', async () => {
      const test = await newTest(saml);
      const asked = await askedBy(keyward, saml, test.url);
      const attributes = {
        mail: ['grace@acme.example'],
        groups: ['staff', 'x'.repeat(60_000)],
        other: ['\u4e00'.repeat(30_000)],
      };
      const message = messageTo(asked, { attributes });
      await answered(asked, responseXml(message, signed(message)));
      const { received, person, attributes: shown } = await read(test.path);
      const bytes = Buffer.byteLength(JSON.stringify(received));
      assert.ok(bytes > 32_000 && bytes < 34_000, String(bytes));
      assert.ok(Buffer.byteLength(JSON.stringify(shown)) < 34_000);
      const { groups, roles } = asObject(person);
      assert.ok(JSON.stringify(groups).length < 34_000);
      assert.deepEqual(roles, ['admin']);
    });

    it('say what is wrong with a SAML answer', async () => {
      const other = await createSamlIdp('other');
      const cases: [string, Partial<Message>, SamlIdp?][] = [
        ['saml_signature', {}, other],
        ['saml_audience', { audience: 'https://other.example.com' }],
        ['saml_recipient', { recipient: 'https://other.example.com', destination: null }],
        ['saml_time', { notOnOrAfter: -300 }],
        ['email_missing', { nameId: 'opaque', attributes: {} }],
      ];
      for (const [code, fields, by] of cases) {
        const test = await newTest(saml);
        const asked = await askedBy(keyward, saml, test.url);
        const message = messageTo(asked, fields);
        const page = await answered(asked, responseXml(message, signed(message, by)));
        const { failure, received } = await read(test.path);
        assert.equal(asObject(failure)['code'], code);
        assert.match(page, new RegExp(`The test failed[^]*${code}`));
        assert.match(String(received), /^<samlp:Response /);
      }
    });

    it('read the email under each of its names', async () => {
      for (const name of [
        'email',
        'mail',
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
        'urn:oid:0.9.2342.19200300.100.1.3',
        'urn:oid:1.2.840.113549.1.9.1',
      ]) {
        const test = await newTest(saml);
        const asked = await askedBy(keyward, saml, test.url);
        const message = messageTo(asked, {
          nameId: 'opaque',
          attributes: { [name]: ['ada@acme.example'] },
        });
        await answered(asked, responseXml(message, signed(message)));
        assert.equal(asObject((await read(test.path))['person'])['email'], 'ada@acme.example', name);
      }
    });

    it('say that an assertion is not signed', async () => {
      const test = await newTest(saml);
      const asked = await askedBy(keyward, saml, test.url);
      const message = messageTo(asked);
      const page = await answered(asked, sign(responseXml(message, assertionXml(message)), 'Response', idp));
      assert.match(page, /The assertion is not signed\.[^]*saml_unsigned/);
    });

    it('do not tell which names a private network has, neither by words nor by time', async () => {
      const { token } = cast.root;
      const learned = async (host: string) => {
        const body = { oidc: { issuer: `https://${host}`, client_secret: CLIENT.secret } };
        await keyward.call('PATCH', oidc.path, { token, body });
        const test = await newTest(oidc);
        const begun = performance.now();
        assert.match(await pageAt(test.url), /or is not at a public address/);
        assert.ok(performance.now() - begun > 450);
        const { failure } = await read(test.path);
        assert.match(asText(asObject(failure)['message']), /KEYWARD_CONNECTION_NETWORKS/);
        const metadata_url = `https://${host}/metadata`;
        const { status, text } = await keyward.call('PATCH', saml.path, {
          token,
          body: { saml: { metadata_url } },
        });
        assert.match(text, /or is not public/);
        return JSON.stringify([failure, status, text.replace(/"request_id":"[^"]*"/, '')]).replaceAll(
          host,
          '',
        );
      };
      assert.equal(await learned('inside.example'), await learned('nothing.example'));
      await keyward.call('PATCH', oidc.path, {
        token: cast.root.token,
        body: { oidc: { issuer: provider.issuer, client_secret: CLIENT.secret } },
      });
    });

    it('accept no answer of a sign-in, and no sign-in accepts the answer of a test', async () => {
      const { token } = cast.root;
      await keyward.call('PATCH', saml.path, { token, body: { status: 'active' } });
      const test = await newTest(saml);
      const asked = await askedBy(keyward, saml, test.url);
      const login = await askedBy(keyward, saml, loginUrl(keyward, saml));
      const start = await made();
      const toTest = messageTo(asked);
      const crossed = await finish({ ...login }, responseXml(toTest, signed(toTest)));
      assert.equal(crossed.get('error_code'), 'saml_invalid');
      const next = await post(asked.acsUrl, responseXml(toTest, signed(toTest)), asked.relayState);
      const stranger = await createBrowser().get(next.href);
      assert.match(stranger.headers.get('location') ?? '', /error_code=oauth_state/);
      // A test keeps one answer, however often it runs: that of the last run.
      const again = await askedBy(keyward, saml, test.url);
      const toAgain = messageTo(again);
      const replaced = await post(again.acsUrl, responseXml(toAgain, signed(toAgain)), again.relayState);
      assert.equal((await read(test.path))['status'], 'pending');
      const early = await asked.browser.get(next.href);
      assert.match(early.headers.get('location') ?? '', /error_code=oauth_state/);
      const [{ bytes } = { bytes: 0 }] = await keyward.database.query(
        'select max(length(sealed_answer)) as bytes from provider_flows',
      );
      assert.ok(Number(bytes) < 100, String(bytes));
      assert.match(await pageAt(replaced.href, again.browser), /The test succeeded/);
      const reloaded = await again.browser.get(replaced.href);
      assert.match(reloaded.headers.get('location') ?? '', /error_code=oauth_state/);
      const sessions = (text: string) => JSON.stringify(JSON.parse(text).slice(0, 5));
      assert.equal(sessions(await made()), sessions(start));
      await keyward.call('PATCH', saml.path, { token, body: { status: 'disabled' } });
      const closed = await createBrowser().get(loginUrl(keyward, saml));
      assert.equal(closed.status, 404);
      assert.equal((await createBrowser().get((await newTest(saml)).url)).status, 307);
    });

    it('end after an hour; a connection keeps five', async () => {
      const first = await newTest(oidc);
      const latest = [];
      for (let count = 0; count < 5; count += 1) latest.push(await newTest(oidc));
      const get = (path: string) => keyward.call('GET', path, { token: cast.owner.token });
      assert.equal(outcome(await get(first.path)), '404 ConnectionNotFoundError');
      for (const { path } of latest) assert.equal(outcome(await get(path)), 'ok');
      const moved = latest[0]?.path.replace(oidc.id, saml.id) ?? '';
      assert.equal(outcome(await get(moved)), '404 ConnectionNotFoundError');
      keyward.clock.advance(HOUR_MS);
      assert.equal(outcome(await get(latest[0]?.path ?? '')), '404 ConnectionNotFoundError');
      assert.equal((await createBrowser().get(latest[0]?.url ?? '')).status, 404);
      await keyward.app.services.sweep();
      const [left] = await keyward.database.query('select count(*) as rows from connection_tests');
      assert.equal(Number(left?.['rows']), 0);
    });
  });
}
