import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { assertRefusal, asText, suiteKeyward } from '../expectations.ts';
import { addKey } from '../api-keys/api-keys.ts';
import { addPerson } from '../people.ts';
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

    it('register themselves where the settings let them, and get no rights by it', async () => {
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
      const bad = await register({ redirect_uris: ['javascript:alert(1)'] });
      assertOAuthError(bad, 400, 'invalid_redirect_uri');
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

    it('are known by a metadata document, whose last good copy serves while its host is away', async () => {
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
      document = null;
      keyward.clock.advance(86_400_001);
      assert.equal((await keyward.call('GET', path)).status, 303, 'the copy serves');
      await keyward.call('GET', path);
      assert.equal(asked, 2, 'a failure is remembered');
    });
  });
}
