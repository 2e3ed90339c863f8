import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asObject, asText, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  approve,
  assertOAuthError,
  authorizePath,
  Browser,
  CALLBACK,
  configure,
  exchange,
  locationOf,
  pkce,
  post,
  signInWith,
} from './flows.ts';
import { startDocuments } from './hosts.ts';

const THIEF = 'https://thief.example.com/callback';
const OFFLINE = { scope: 'openid offline_access' };
const { verifier, challenge } = pkce();

for (const kind of databasesFor(import.meta.filename)) {
  describe(`P7-6: applications that describe themselves otherwise, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8' } });
    let root: string;

    before(async () => {
      await addApplication(keyward);
      await configure(keyward, { registration: 'open', metadata_documents: { enabled: true } });
      root = (await addSuperadmin(keyward)).token;
    });

    /** An application with a document that can change, of a host that does not let it be cached. */
    async function startDocument() {
      const shown: { document: Record<string, unknown>; whileAsked: () => Promise<unknown> } = {
        document: { client_name: 'Good', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
        whileAsked: async () => {},
      };
      const host = await startDocuments(
        () => shown.document,
        () => shown.whileAsked(),
      );
      return Object.assign(host, { shown, application: { id: `${host.url}/app`, secret: '' } });
    }

    const pathOf = (id: string) => `/application/${encodeURIComponent(id)}`;
    const read = async (id: string) => (await keyward.call('GET', pathOf(id), { token: root })).body;
    async function decide(id: string, body: object) {
      const answer = await keyward.call('PATCH', pathOf(id), { token: root, body });
      assert.equal(answer.status, 200, answer.text);
    }
    const ask = (id: string, redirect_uri = CALLBACK) =>
      authorizePath(
        { id, secret: '' },
        { ...OFFLINE, redirect_uri, code_challenge: challenge, code_challenge_method: 'S256' },
      );
    /** The host and path to which a browser with a session is sent at once. */
    async function sentTo(browser: Browser, path: string) {
      const { origin, pathname } = locationOf(await browser.call('GET', path));
      return origin === keyward.url ? pathname : origin + pathname;
    }
    /** A browser that is signed in, by an application without a redirect. */
    async function signedIn(token: string): Promise<Browser> {
      const browser = new Browser(keyward);
      const other = await addApplication(keyward);
      await approve(
        browser,
        authorizePath(other, { code_challenge: challenge, code_challenge_method: 'S256' }),
        token,
      );
      return browser;
    }

    it('a document loses first_party and what nobody consented to with its redirect addresses', async () => {
      await using host = await startDocument();
      const { id } = host.application;
      const [asked, unasked] = [await addPerson(keyward), await addPerson(keyward)];
      const consented = await signInWith(keyward, host.application, asked.token, OFFLINE);
      const { version } = await read(id);
      await decide(id, { first_party: true, machine_scopes: ['jobs:run'], version });
      const browser = await signedIn(unasked.token);
      const code = locationOf(await browser.call('GET', ask(id))).searchParams.get('code') ?? '';
      const silent = await exchange(keyward, host.application, code, verifier);
      assert.equal(silent.status, 200, silent.text);

      host.shown.document = {
        ...host.shown.document,
        client_name: 'Better',
        client_uri: 'https://good.example',
      };
      assert.equal(await sentTo(browser, ask(id)), CALLBACK, 'it still is');
      const renamed = await read(id);
      assert.deepEqual(
        [renamed['name'], renamed['first_party'], renamed['machine_scopes']],
        ['Better', true, ['jobs:run']],
      );

      host.shown.document = { ...host.shown.document, redirect_uris: [THIEF] };
      assert.equal(await sentTo(browser, ask(id, THIEF)), '/consent');
      const changed = await read(id);
      assert.deepEqual([changed['first_party'], changed['machine_scopes']], [false, []]);
      const [end] = (await auditLogOf(keyward.database, 'application.updated')).slice(-1);
      assert.equal(asObject(end?.data['previous'])['first_party'], true);
      const refresh = (refresh_token: string | undefined) =>
        post(keyward, 'token', host.application, {
          grant_type: 'refresh_token',
          refresh_token: refresh_token ?? '',
        });
      assertOAuthError(await refresh(asText(silent.body['refresh_token'])), 400, 'invalid_grant');
      assert.equal((await refresh(consented['refresh_token'])).status, 200);

      host.shown.document = { ...host.shown.document, redirect_uris: [CALLBACK] };
      assert.equal(await sentTo(browser, ask(id)), '/consent', 'it does not come back');
    });

    it('a decision during the fetch counts, and one about the former document is refused', async () => {
      await using host = await startDocument();
      const { id } = host.application;
      const browser = await signedIn((await addPerson(keyward)).token);
      assert.equal(await sentTo(browser, ask(id)), '/consent');
      const { version } = await read(id);
      host.shown.document = { ...host.shown.document, redirect_uris: [CALLBACK, THIEF] };
      host.shown.whileAsked = () => decide(id, { first_party: true, dpop_bound: true, version });
      assert.equal(await sentTo(browser, ask(id, THIEF)), '/consent');
      const { first_party, dpop_bound } = await read(id);
      assert.deepEqual({ first_party, dpop_bound }, { first_party: false, dpop_bound: true });
      const late = { token: root, body: { first_party: true, version } };
      assertRefusal(await keyward.call('PATCH', pathOf(id), late), 409, 'VersionMismatchError');
    });

    it('consents do not serve a new redirect address, of a document or a registration', async () => {
      await using host = await startDocument();
      const metadata = { ...host.shown.document, redirect_uris: [CALLBACK] };
      const made = await keyward.call('POST', '/oauth/register', { body: metadata });
      const own = { token: asText(made.body['registration_access_token']) };
      const id = asText(made.body['client_id']);
      const put = async (document: object) => {
        const answer = await keyward.call('PUT', `/oauth/register/${id}`, { ...own, body: document });
        assert.equal(answer.status, 200, answer.text);
      };
      const kinds = {
        [host.application.id]: async (document: Record<string, unknown>) => {
          host.shown.document = document;
        },
        [id]: put,
      };
      for (const [client, change] of Object.entries(kinds)) {
        const { token } = await addPerson(keyward);
        const browser = new Browser(keyward);
        await approve(browser, ask(client), token);
        assert.equal(await sentTo(browser, ask(client)), CALLBACK);
        await change({ ...metadata, client_name: 'Better' });
        assert.equal(await sentTo(browser, ask(client)), CALLBACK, 'another name');
        await change({ ...metadata, redirect_uris: [CALLBACK, THIEF] });
        assert.equal(await sentTo(browser, ask(client, THIEF)), '/consent');
        await approve(browser, ask(client, THIEF), token);
        assert.equal(await sentTo(browser, ask(client, THIEF)), THIEF);
        await change({ ...metadata, redirect_uris: [THIEF] });
        assert.equal(await sentTo(browser, ask(client, THIEF)), THIEF, 'fewer addresses');
      }
    });

    it('a registration that changes itself loses what nobody consented to', async () => {
      const body = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' };
      const made = await keyward.call('POST', '/oauth/register', { body });
      const application = { id: asText(made.body['client_id']), secret: '' };
      const { version } = await read(application.id);
      await decide(application.id, { first_party: true, version });
      const browser = await signedIn((await addPerson(keyward)).token);
      const code = locationOf(await browser.call('GET', ask(application.id))).searchParams.get('code') ?? '';
      const silent = await exchange(keyward, application, code, verifier);
      const own = { token: asText(made.body['registration_access_token']) };
      const path = `/oauth/register/${application.id}`;
      assert.equal((await keyward.call('PUT', path, { ...own, body })).status, 200);
      const refresh_token = asText(silent.body['refresh_token']);
      const renewed = await post(keyward, 'token', application, {
        grant_type: 'refresh_token',
        refresh_token,
      });
      assertOAuthError(renewed, 400, 'invalid_grant');
    });

    it('P10-2: metadata has a size, and what was stored before it still works, in lists without addresses', async () => {
      const homepage = { client_uri: 'https://good.example' };
      const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', ...homepage };
      const addresses = (most: number, length: number) =>
        Array.from({ length: most }, (_, index) => `${CALLBACK}/${index}/`.padEnd(length, 'a'));
      const register = (more: object) =>
        keyward.call('POST', '/oauth/register', { body: { ...metadata, ...more } });
      const key = { kty: 'RSA', n: 'n'.repeat(9_000), e: 'AQAB' };
      for (const [body, words] of [
        [{ redirect_uris: addresses(31, 2_000) }, /redirect_uris/],
        [{ post_logout_redirect_uris: addresses(5, 2_000) }, /post_logout_redirect_uris/],
        [{ jwks: { keys: [key] } }, /jwks_uri/],
      ] as const) {
        const refused = await register(body);
        assertOAuthError(refused, 400, 'invalid_client_metadata');
        assert.match(refused.text, words);
      }
      const made = await register({ redirect_uris: [CALLBACK, ...addresses(30, 200)] });
      assert.equal(made.status, 201, made.text);
      const application = { id: asText(made.body['client_id']), secret: '' };
      await using host = await startDocument();
      const browser = new Browser(keyward);
      const whole = host.shown.document;
      host.shown.document = { ...whole, redirect_uris: [CALLBACK, ...addresses(5, 2_000)] };
      assert.equal((await browser.call('GET', ask(host.application.id))).status, 400);
      host.shown.document = whole;
      assert.match(locationOf(await browser.call('GET', ask(`${host.url}/other`))).pathname, /consent/);

      const { id: account, token } = await addPerson(keyward);
      await signInWith(keyward, application, token, OFFLINE);
      const shown = async () => {
        const lists = [
          await keyward.call('GET', '/account/application', { token }),
          await keyward.call('GET', `/account/${account}`, { token: root }),
        ];
        return lists.map(({ body }) => body['applications']).map((list) => asObject(Object(list)[0]));
      };
      const where = 'from applications where client_id = $1';
      const [row] = await keyward.database.query(`select details ${where}`, [application.id]);
      /** Writes it as an older release does, which knows nothing of lists. */
      const write = (what: string, more: object) =>
        keyward.database.query(`update applications set details = $1, ${what} where client_id = $2`, [
          JSON.stringify({ ...JSON.parse(String(row?.['details'])), ...more }),
          application.id,
        ]);
      const homepages = async () => (await shown()).map(({ homepage_url: url }) => url);
      const both = (url: string | null) => [url, url];
      assert.deepEqual(await homepages(), both(homepage.client_uri));
      const small = { redirect_uris: [CALLBACK] };
      await write('updated_at = updated_at + 1', { ...small, homepage_url: 'https://changed.example' });
      assert.deepEqual(await homepages(), both('https://changed.example'));
      await write('listed = null, listed_at = null', { ...small, homepage_url: 'https://new.example' });
      assert.deepEqual(await homepages(), both('https://new.example'));
      await write('updated_at = updated_at + 1', { redirect_uris: [CALLBACK, ...addresses(30, 2_000)] });
      assert.deepEqual(await homepages(), both(null));
      await signInWith(keyward, application, token, { ...OFFLINE, prompt: 'consent' });
    });
  });
}
