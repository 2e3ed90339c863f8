import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { asObject, assertRefusal, asText, suiteKeyward } from '../expectations.ts';
import { addKey } from '../api-keys/api-keys.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addPerson } from '../people.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { startKeyward } from '../../support/keyward.ts';
import {
  addApplication,
  approve,
  assertOAuthError,
  authorizePath,
  Browser,
  configure,
  exchange,
  pkce,
  post,
} from './flows.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`applications that nobody adds by hand, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8' } });

    it('register themselves where the settings allow it, and get no rights by it', async () => {
      await addApplication(keyward);
      const cursor = {
        client_name: 'Cursor',
        redirect_uris: ['http://localhost:8787/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
        first_party: true,
        machine_scopes: ['all'],
      };
      const register = (body: object, token?: string) =>
        keyward.call('POST', '/oauth/register', { body, token });
      assertRefusal(await register(cursor), 404, 'RouteNotFoundError');
      await configure(keyward, { registration: 'token' });
      assertOAuthError(await register(cursor), 401, 'invalid_token');
      const { key: other } = await addKey(keyward, ['accounts:read']);
      assertOAuthError(await register(cursor, other), 403, 'insufficient_scope');
      const { key } = await addKey(keyward, ['applications:read', 'applications:write']);
      assert.equal((await register(cursor, key)).status, 201);
      await configure(keyward, { registration: 'open' });
      const made = await register(cursor);
      assert.equal(made.status, 201, made.text);
      assert.equal(made.body['client_secret'], undefined);
      const id = asText(made.body['client_id']);
      const shown = await keyward.call('GET', `/application/${id}`, { token: key });
      assert.deepEqual(
        [shown.body['first_party'], shown.body['machine_scopes'], shown.body['source'], shown.body['type']],
        [false, [], 'registered', 'native'],
      );
      assertOAuthError(await post(keyward, 'device', { id, secret: '' }, {}), 400, 'unauthorized_client');
      const bad = await register({ redirect_uris: ['javascript:alert(1)'] });
      assertOAuthError(bad, 400, 'invalid_redirect_uri');
      const secret = await register({ ...cursor, token_endpoint_auth_method: 'client_secret_basic' });
      assertOAuthError(secret, 400, 'invalid_redirect_uri');
      const token = asText(made.body['registration_access_token']);
      const own = `/oauth/register/${id}`;
      assert.equal((await keyward.call('GET', own, { token })).status, 200);
      assertOAuthError(await keyward.call('GET', own, { token: 'other' }), 401, 'invalid_token');
      const changed = await keyward.call('PUT', own, { token, body: { ...cursor, client_name: 'Cursor 2' } });
      assert.equal(changed.body['client_name'], 'Cursor 2', changed.text);
      assert.equal((await keyward.call('DELETE', own, { token })).status, 204);
      const gone = await post(
        keyward,
        'token',
        { id, secret: '' },
        { grant_type: 'refresh_token', refresh_token: 'x' },
      );
      assertOAuthError(gone, 401, 'invalid_client');
    });

    it('leave no event for a change that changes nothing, and keep the decisions of administrators', async () => {
      await addApplication(keyward);
      await configure(keyward, { registration: 'open' });
      const { token: root } = await addSuperadmin(keyward);
      const metadata = {
        client_name: 'Cursor',
        redirect_uris: ['http://localhost:8787/callback'],
        token_endpoint_auth_method: 'none',
      };
      const made = await keyward.call('POST', '/oauth/register', { body: metadata });
      const id = asText(made.body['client_id']);
      const token = asText(made.body['registration_access_token']);
      const put = (body: object) => keyward.call('PUT', `/oauth/register/${id}`, { token, body });
      const shown = async () => (await keyward.call('GET', `/application/${id}`, { token: root })).body;
      const { length: earlier } = await auditLogOf(keyward.database, 'application.updated');
      const updates = async () => (await auditLogOf(keyward.database, 'application.updated')).slice(earlier);
      const before = await shown();
      keyward.clock.advance(1_000);
      for (let index = 0; index < 3; index += 1) assert.equal((await put(metadata)).status, 200);
      assert.deepEqual(await updates(), []);
      assert.deepEqual(await shown(), before);
      assert.equal((await put({ ...metadata, client_name: 'Cursor 2' })).status, 200);
      const [told, ...more] = await updates();
      assert.equal(more.length, 0);
      assert.deepEqual(
        [Object(told?.data).previous, Object(told?.data).changed],
        [{ name: 'Cursor' }, { name: 'Cursor 2' }],
      );

      const decided = { enabled: false, dpop_bound: true, scopes: ['openid'], access_minutes: 5 };
      const body = { ...decided, first_party: true };
      assert.equal((await keyward.call('PATCH', `/application/${id}`, { token: root, body })).status, 200);
      assert.equal((await put({ ...metadata, redirect_uris: ['http://localhost/other'] })).status, 200);
      const { enabled, dpop_bound, scopes, access_minutes, first_party } = await shown();
      assert.deepEqual({ enabled, dpop_bound, scopes, access_minutes }, decided);
      assert.equal(first_party, false, 'the trust was in the former registration');
    });

    it('R3-9: are trusted only as a superadmin has read them', async () => {
      await addApplication(keyward);
      await configure(keyward, { registration: 'open' });
      const { token: root } = await addSuperadmin(keyward);
      const redirect_uris = ['https://cursor.example.com/callback'];
      const metadata = { client_name: 'Cursor', redirect_uris, token_endpoint_auth_method: 'none' };
      const made = await keyward.call('POST', '/oauth/register', { body: metadata });
      const id = asText(made.body['client_id']);
      const own = { token: asText(made.body['registration_access_token']) };
      const shown = async () => (await keyward.call('GET', `/application/${id}`, { token: root })).body;
      const trust = (version: unknown) =>
        keyward.call('PATCH', `/application/${id}`, { token: root, body: { first_party: true, version } });
      const { version } = await shown();
      const body = { ...metadata, redirect_uris: ['https://thief.example.com/callback'] };
      assert.equal((await keyward.call('PUT', `/oauth/register/${id}`, { ...own, body })).status, 200);
      const after = await shown();
      assertRefusal(await trust(version), 409, 'VersionMismatchError');
      assert.deepEqual(await shown(), after);
      keyward.clock.advance(1_000);
      assert.equal(
        (await keyward.call('PUT', `/oauth/register/${id}`, { ...own, body: metadata })).status,
        200,
      );
      const trusted = await trust(version);
      assert.deepEqual([trusted.status, trusted.body['first_party']], [200, true], trusted.text);
    });

    it('register as often as the limits of the address and of the deployment allow', async () => {
      const limited = await startKeyward(kind, {
        settings: { KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8', KEYWARD_LIMIT_TOTAL: '150/1h' },
      });
      await using _ = limited;
      await addApplication(limited);
      await configure(limited, { registration: 'open' });
      const body = { redirect_uris: ['http://localhost/callback'], token_endpoint_auth_method: 'none' };
      const register = (address: string) =>
        limited.call('POST', '/oauth/register', { body, headers: { 'x-forwarded-for': address } });
      const statuses = new Set<number>();
      let stored = 0;
      for (let index = 0; index < 200; index += 1) {
        const { status } = await register(`2001:db8:1:${index.toString(16)}::1`);
        statuses.add(status);
        stored += Number(status === 201);
      }
      assert.deepEqual([...statuses], [201, 429]);
      assert.ok(stored < 150, `a network registered ${stored}`);
      const made = await register('192.0.2.1');
      assert.equal(made.status, 201, made.text);
      const own = { token: asText(made.body['registration_access_token']) };
      const path = `/oauth/register/${asText(made.body['client_id'])}`;
      const changes: number[] = [];
      for (let index = 0; index < 150; index += 1) {
        const headers = { 'x-forwarded-for': '192.0.2.1' };
        changes.push((await limited.call('PUT', path, { ...own, body, headers })).status);
      }
      assert.ok(changes.includes(429));
    });

    it('are removed, the oldest first, where a thousand have got no token', async () => {
      await addApplication(keyward);
      await configure(keyward, { registration: 'open' });
      const { store } = keyward.app.services;
      const body = { redirect_uris: ['http://localhost/callback'], token_endpoint_auth_method: 'none' };
      const register = async () => {
        const made = await keyward.call('POST', '/oauth/register', { body });
        assert.equal(made.status, 201, made.text);
        return asText(made.body['client_id']);
      };
      const [oldest, used, blocked] = [await register(), await register(), await register()];
      const row = (await store.applications.find(oldest)) ?? assert.fail();
      const idOf = async (id: string) => (await store.applications.find(id))?.id ?? assert.fail();
      await store.applications.update(await idOf(used), { last_used_at: keyward.clock.now() });
      await store.applications.update(await idOf(blocked), { enabled: 0 });
      const { id: _, ...columns } = row;
      await store.transaction(async ({ applications }) => {
        for (let index = 0; index < 999; index += 1)
          await applications.insert({ ...columns, client_id: `app_${index}`, registration_hash: `${index}` });
      });
      assert.ok((await store.applications.find(oldest)) !== null);
      const last = await register();
      const found = await Promise.all(
        [oldest, used, blocked, 'app_0', last].map((id) => store.applications.find(id)),
      );
      assert.deepEqual(
        found.map((one) => one !== null),
        [false, true, true, true, true],
      );
      const ends = await auditLogOf(keyward.database, 'application.deleted');
      assert.ok(ends.some(({ data }) => asObject(data['application'])['client_id'] === oldest));
    });

    it('are refused with a blank name, and with keys without measure', async () => {
      await addApplication(keyward);
      await configure(keyward, { registration: 'open' });
      const register = (more: object) =>
        keyward.call('POST', '/oauth/register', {
          body: {
            redirect_uris: ['https://app.example.com/cb'],
            token_endpoint_auth_method: 'none',
            ...more,
          },
        });
      for (const client_name of [' ', '\u3000\u00a0'])
        assertOAuthError(await register({ client_name }), 400, 'invalid_client_metadata');
      assert.equal((await register({ client_name: ' Notes ' })).body['client_name'], 'Notes');
      const keys = (bytes: number) => ({ jwks: { keys: [{ kty: 'EC', x: 'A'.repeat(bytes) }] } });
      assertOAuthError(await register(keys(17_000)), 400, 'invalid_client_metadata');
      assert.equal((await register(keys(700))).status, 201);
    });

    it('are known by a metadata document, whose last valid copy serves while its host is away', async () => {
      let document: object | null = {};
      let asked = 0;
      await using host = createServer((_request, response) => {
        asked += 1;
        if (document === null) response.writeHead(503).end();
        else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      });
      await new Promise<void>((resolve) => void host.listen(0, '127.0.0.1', resolve));
      const address = host.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const id = `http://127.0.0.1:${port}/client.json`;
      document = {
        client_id: id,
        client_name: 'Agent',
        redirect_uris: ['http://localhost/callback'],
        token_endpoint_auth_method: 'none',
      };
      await addApplication(keyward);
      const { token } = await addPerson(keyward);
      const redirect = 'http://localhost:3118/callback';
      const { verifier, challenge } = pkce();
      const application = { id, secret: '' };
      const path = authorizePath(application, {
        redirect_uri: redirect,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      assert.equal((await keyward.call('GET', path)).status, 400, 'off by default');
      assert.equal(asked, 0);
      await configure(keyward, { metadata_documents: { enabled: true } });
      const back = await approve(new Browser(keyward), path, token);
      assert.equal(back.origin, 'http://localhost:3118');
      const code = back.searchParams.get('code') ?? '';
      const given = await exchange(keyward, application, code, verifier, { redirect_uri: redirect });
      assert.equal(given.status, 200, given.text);
      assert.equal(asked, 1);
      const { token: root } = await addSuperadmin(keyward);
      const ofApplication = `/application/${encodeURIComponent(id)}`;
      const decided = await keyward.call('PATCH', ofApplication, {
        token: root,
        body: { scopes: ['openid'] },
      });
      assert.equal(decided.status, 200, decided.text);
      keyward.clock.advance(86_400_001);
      assert.equal((await keyward.call('GET', path)).status, 303);
      assert.equal(asked, 2);
      const kept = await keyward.call('GET', ofApplication, { token: (await addSuperadmin(keyward)).token });
      assert.deepEqual(kept.body['scopes'], ['openid']);
      document = null;
      keyward.clock.advance(86_400_001);
      assert.equal((await keyward.call('GET', path)).status, 303, 'the copy serves');
      await keyward.call('GET', path);
      assert.equal(asked, 3, 'a failure is remembered');
    });

    it('are removed with an event when they got no token for 30 days', async () => {
      await addApplication(keyward);
      await configure(keyward, { registration: 'open' });
      const made = await keyward.call('POST', '/oauth/register', {
        body: { client_name: 'Unused', redirect_uris: ['https://unused.example.com/callback'] },
      });
      const id = asText(made.body['client_id']);
      const ends = async () =>
        (await auditLogOf(keyward.database, 'application.deleted'))
          .filter(({ data }) => asObject(data['application'])['client_id'] === id)
          .map(({ data }) => asObject(data['actor'])['type']);
      await keyward.app.services.sweep();
      assert.deepEqual(await ends(), []);
      keyward.clock.advance(30 * 86_400_000);
      await keyward.app.services.sweep();
      assert.deepEqual(await ends(), ['service']);
    });
  });
}
