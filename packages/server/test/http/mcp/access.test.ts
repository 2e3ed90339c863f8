import assert from 'node:assert/strict';
import { describe, it, before } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { addKey } from '../api-keys/api-keys.ts';
import { asObject, assertRefusal, suiteKeyward } from '../expectations.ts';
import {
  addApplication,
  approve,
  assertOAuthError,
  authorizePath,
  Browser,
  configure,
  locationOf,
  pkce,
  post,
  signInWith,
  type TestApplication,
} from '../oauth/flows.ts';
import { addPerson } from '../people.ts';
import { agentToken, connect, refusalOf, turnMcpOn, use } from './agents.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = { accept: 'application/json, text/event-stream' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`access to the MCP endpoint on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let application: TestApplication;

    const ask = (token: string | undefined, body: object = LIST, headers = {}) =>
      keyward.callRoot('POST', '/mcp', { token, body, headers: { ...ACCEPT, ...headers } });
    const suspend = (id: number) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'suspend_account', arguments: { account_id: id } },
    });

    before(async () => {
      application = await turnMcpOn(keyward);
    });

    it('does not exist while it is off', async () => {
      await configure(keyward, { mcp: false });
      assertRefusal(await ask('any'), 404, 'RouteNotFoundError');
      const metadata = '/.well-known/oauth-protected-resource/mcp';
      assertRefusal(await keyward.callRoot('GET', metadata), 404, 'RouteNotFoundError');
      await configure(keyward, { mcp: true });
      const shown = await keyward.callRoot('GET', metadata);
      assert.equal(shown.body['resource'], `${keyward.url}/mcp`);
      assert.deepEqual(shown.body['authorization_servers'], [keyward.url]);
      assert.equal((await keyward.callRoot('GET', '/mcp')).status, 405);
    });

    it('tells a client without a token where to get one, and which scopes to ask for first', async () => {
      const answer = await ask(undefined);
      assert.equal(answer.status, 401, answer.text);
      assert.equal(
        answer.headers.get('www-authenticate'),
        `Bearer scope="accounts:read events:read settings:read webhooks:read", resource_metadata="${keyward.url}/.well-known/oauth-protected-resource/mcp"`,
      );
    });

    it('admits the pages of public clients, and no others', async () => {
      const page = 'https://inspector.example.com';
      await addApplication(keyward, { type: 'browser', redirect_uris: [`${page}/callback`] });
      const preflight = (origin: string) =>
        keyward.callRoot('OPTIONS', '/mcp', {
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
          },
        });
      const { status, headers } = await preflight(page);
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), page);
      assert.equal(headers.get('access-control-allow-credentials'), null);
      assert.match(headers.get('access-control-allow-headers') ?? '', /mcp-protocol-version/);
      const refused = await ask(undefined, LIST, { origin: page });
      assert.equal(refused.status, 401, refused.text);
      assert.equal(refused.headers.get('access-control-allow-origin'), page);
      assert.match(refused.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/);
      const token = await agentToken(keyward, application, 'accounts:read');
      assert.equal((await ask(token, LIST, { origin: page })).status, 200);
      const evil = 'https://evil.example.com';
      assert.equal((await preflight(evil)).headers.get('access-control-allow-origin'), null);
      assert.equal((await ask(token, LIST, { origin: evil })).status, 403);
    });

    it('lets an application act for a superadmin, as its events say', async () => {
      const superadmin = await addSuperadmin(keyward);
      const token = await agentToken(keyward, application, 'accounts:read accounts:write', superadmin);
      const { id } = await addPerson(keyward);
      await using client = await connect(keyward, token);
      await use(client, 'suspend_account', { account_id: id });
      const events = await keyward.call('GET', `/event?account_id=${id}&type=account.status_changed`, {
        token: superadmin.token,
      });
      const data = asObject(rowsOf(events, 'events')[0]?.['data']);
      assert.deepEqual(data['through'], { client_id: application.id, name: 'Agent' });
      assert.deepEqual(asObject(data['actor'])['id'], superadmin.id);
      assert.match(await refusalOf(client, 'suspend_account', { account_id: superadmin.id }), /superadmins/);
    });

    it('asks for the scopes that a tool lacks, beside those that the token has', async () => {
      const token = await agentToken(keyward, application, 'accounts:read');
      const { id } = await addPerson(keyward);
      const answer = await ask(token, suspend(id));
      assert.equal(answer.status, 403, answer.text);
      const challenge = answer.headers.get('www-authenticate') ?? '';
      assert.match(challenge, /error="insufficient_scope"/);
      assert.match(challenge, /scope="accounts:read accounts:write"/);
      const row = await keyward.app.services.store.accounts.find('id', id);
      assert.equal(row?.status, 'active');
    });

    it('accepts no session, no token for another resource or for several, and none that has ended', async () => {
      const superadmin = await addSuperadmin(keyward);
      const other = 'https://api.example.com';
      await configure(keyward, { resources: { [other]: {} } });
      const scope = 'openid accounts:read';
      const resource = `${keyward.url}/mcp`;
      const given = async (resources: string[]) =>
        (await signInWith(keyward, application, superadmin.token, { scope, resource: resources }))[
          'access_token'
        ];
      const revoked = await agentToken(keyward, application, scope, superadmin);
      await post(keyward, 'revoke', application, { token: revoked });
      const demoted = await addSuperadmin(keyward);
      const ofDemoted = await agentToken(keyward, application, scope, demoted);
      assert.equal((await ask(ofDemoted)).status, 200);
      await keyward.app.services.store.accounts.update(demoted.id, { role: 'user' });
      const refused: [string, string | undefined, number][] = [
        ['a session', superadmin.token, 401],
        ['userinfo alone', await given([]), 401],
        ['another resource', await given([other]), 401],
        ['several', await given([other, resource]), 401],
        ['several, in another order', await given([resource, other]), 401],
        ['a revoked token', revoked, 401],
        ['a forged token', 'forged', 401],
        ['an unknown key', `kw_key_${'0'.repeat(40)}`, 401],
        ['a superadmin who was demoted', ofDemoted, 403],
      ];
      for (const [name, token, status] of refused) {
        const answer = await ask(token);
        assert.equal(answer.status, status, `${name}: ${answer.text}`);
        assert.match(answer.headers.get('www-authenticate') ?? '', /resource_metadata=/, name);
      }
    });

    it('refuses an application of somebody who is no superadmin', async () => {
      const token = await agentToken(keyward, application, 'accounts:read', await addPerson(keyward));
      assert.equal((await ask(token)).status, 403);
    });

    it('refuses pages of other origins', async () => {
      const { key } = await addKey(keyward, ['accounts:read']);
      const answer = await ask(key, LIST, { origin: 'https://evil.example' });
      assertOAuthError(answer, 403, 'access_denied');
    });

    it('is granted only on a page, and after a recent proof', async () => {
      const superadmin = await addSuperadmin(keyward);
      const trusted = await addApplication(keyward, { first_party: true });
      const { challenge } = pkce();
      const path = authorizePath(trusted, {
        scope: 'accounts:read',
        resource: `${keyward.url}/mcp`,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      const browser = new Browser(keyward);
      await approve(browser, path, superadmin.token);
      keyward.clock.advance(11 * 60_000);
      const page = locationOf(await browser.call('GET', path));
      assert.match(page.pathname, /\/consent$/, 'the browser remembers the session, and is asked again');
      const id = page.searchParams.get('request') ?? '';
      const { token } = superadmin;
      const shown = await browser.call('GET', `/oauth/request/${id}`, { token });
      assert.equal(shown.body['reauthenticate'], true, shown.text);
      const answer = await browser.call('POST', `/oauth/request/${id}`, { token, body: { allow: true } });
      assertRefusal(answer, 403, 'ReauthenticationRequiredError');
    });

    it('cannot be granted to a device', async () => {
      const answer = await post(keyward, 'device', application, {
        scope: 'accounts:read',
        resource: `${keyward.url}/mcp`,
      });
      assert.equal(answer.body['error'], 'invalid_target', answer.text);
    });
  });
}
