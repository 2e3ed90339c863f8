import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { timestamp } from '../../../src/lib/clock.ts';
import { startKeyward } from '../../support/keyward.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { assertRefusal, asObject, asText, suiteKeyward } from '../expectations.ts';
import { assertOAuthError, post } from './flows.ts';
import { addKey } from '../api-keys/api-keys.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`applications on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('the first one turns the authorization server on, and its secret is shown once and stored as a hash', async () => {
      await using fresh = await startKeyward(kind);
      const { token } = await addSuperadmin(fresh);
      assertRefusal(
        await fresh.callRoot('GET', '/.well-known/openid-configuration'),
        404,
        'RouteNotFoundError',
      );
      assert.deepEqual(rowsOf(await fresh.call('GET', '/application/', { token }), 'applications'), []);
      const body = { name: 'Orders', redirect_uris: ['https://app.example.com/callback'] };
      const made = await fresh.call('POST', '/application/', { token, body });
      assert.equal(made.status, 201, made.text);
      const { client_secret: secret, ...shown } = made.body;
      assert.match(asText(secret), /^kw_app_[0-9A-Za-z]{49}$/);
      assert.match(asText(shown['client_id']), /^app_[A-Za-z0-9_-]{22}$/);
      assert.equal(shown['type'], 'web');
      assert.equal(shown['token_endpoint_auth_method'], 'client_secret_basic');
      assert.equal(shown['require_pkce'], true);
      const id = asText(shown['client_id']);
      assert.deepEqual((await fresh.call('GET', `/application/${id}`, { token })).body, shown);
      assert.deepEqual(rowsOf(await fresh.call('GET', '/application', { token }), 'applications'), [shown]);
      const stored = JSON.stringify(await fresh.database.query('select * from application_secrets'));
      assert.ok(!stored.includes(asText(secret).slice(14)));

      const metadata = await fresh.callRoot('GET', '/.well-known/openid-configuration');
      assert.equal(metadata.body['issuer'], fresh.url);
      assert.equal(metadata.body['authorization_endpoint'], `${fresh.url}/auth/oauth/authorize`);
      const other = await fresh.callRoot('GET', '/.well-known/oauth-authorization-server');
      assert.deepEqual(other.body, metadata.body);
      assertRefusal(
        await fresh.callRoot('GET', '/.well-known/oauth-authorization-server/auth'),
        404,
        'RouteNotFoundError',
      );
      const generated = mock.method(crypto.subtle, 'generateKey');
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => fresh.callRoot('GET', '/.well-known/jwks.json')),
      );
      generated.mock.restore();
      // Each key takes the time of some password hashes.
      assert.equal(generated.mock.callCount(), 1);
      const keys = answers[0]?.body['keys'];
      assert.ok(Array.isArray(keys));
      assert.deepEqual(
        keys.map((key) => [key.alg, key.use, key.d]),
        [['RS256', 'sig', undefined]],
      );
    });

    it('the first one is not stored if the authorization server cannot be turned on', async () => {
      await using fresh = await startKeyward(kind);
      const { token } = await addSuperadmin(fresh);
      await fresh.database.query(
        kind === 'sqlite'
          ? "create trigger refuse before insert on settings begin select raise(abort, 'no'); end"
          : 'alter table settings add constraint refuse check (false) not valid',
      );
      const refused = await fresh.call('POST', '/application/', { token, body: { name: 'Orders' } });
      assert.ok(refused.status >= 500, refused.text);
      assert.equal(fresh.unexpected.splice(0).length, 1);
      assert.deepEqual(rowsOf(await fresh.call('GET', '/application/', { token }), 'applications'), []);
    });

    it('refuse a field that is nearly one, and name that one', async () => {
      const { token } = await addSuperadmin(keyward);
      const add = (fields: object) =>
        keyward.call('POST', '/application', { token, body: { name: 'Orders', ...fields } });
      const refused = await add({ redirect_uri: ['https://app.example.com/callback'] });
      assertRefusal(refused, 422, 'ValidationError');
      assert.equal(
        refused.body['message'],
        'redirect_uri is not a field of this request; use redirect_uris, or leave it out.',
      );
      const long = await add({ [`redirect_uris${'s'.repeat(40)}`]: [], other: 1 });
      assert.match(asText(long.body['message']), /; leave it out\. 1 more field is not valid; see/);
    });

    it('have up to two live secrets', async () => {
      const { token } = await addSuperadmin(keyward);
      const made = await keyward.call('POST', '/application', { token, body: { name: 'Two secrets' } });
      const path = `/application/${asText(made.body['client_id'])}`;
      const second = await keyward.call('POST', `${path}/secrets`, { token, body: { expires_in_days: 1 } });
      assert.equal(second.status, 201, second.text);
      assert.match(asText(second.body['client_secret']), /^kw_app_/);
      assertRefusal(await keyward.call('POST', `${path}/secrets`, { token }), 409, 'SecretLimitError');
      keyward.clock.advance(86_400_000);
      const { token: later } = await addSuperadmin(keyward);
      const third = await keyward.call('POST', `${path}/secrets`, { token: later });
      assert.equal(third.status, 201, third.text);
      const removed = await keyward.call('DELETE', `${path}/secrets/${String(third.body['id'])}`, {
        token: later,
      });
      assert.equal(removed.status, 200, removed.text);
      const again = await keyward.call('DELETE', `${path}/secrets/${String(third.body['id'])}`, {
        token: later,
      });
      assertRefusal(again, 404, 'SecretNotFoundError');
      const { secrets } = (await keyward.call('GET', path, { token: later })).body;
      assert.ok(Array.isArray(secrets));
      assert.equal(secrets.length, 1);
    });

    it('OA-2: refuse redirect addresses that are patterns, carry a user name, or lead to no application', async () => {
      const { token } = await addSuperadmin(keyward);
      const ask = (uri: string, type = 'web') =>
        keyward.call('POST', '/application', { token, body: { name: 'Bad', type, redirect_uris: [uri] } });
      for (const uri of [
        'https://good@evil.example/cb',
        'https://@evil.example/cb',
        'https://*.example.com/cb',
        'https://app.example.com/cb#x',
        'http://app.example.com/cb',
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        'ms-msdt:/id',
        'MS-Officecmd:x',
        'ms-appinstaller:?source=https://evil.example',
        'search-ms:query=x',
        'smb://evil.example/share',
        'jar:https://evil.example/x.jar!/',
        'chrome://settings',
        'intent://evil.example/',
        'itms-services://?action=download-manifest',
        'x-apple.systempreferences:com.apple.preference.security',
        'vbscript:MsgBox',
        'wss://evil.example/',
        'https:app.example.com',
        'https:\\\\app.example.com',
        '/callback',
        ' https://app.example.com/cb',
      ]) {
        const refused = await ask(uri);
        assertRefusal(refused, 422, 'ValidationError');
        assert.equal(refused.body.details?.fields?.[0]?.path, 'redirect_uris.0', uri);
      }
      for (const uri of ['https://app.example.com/cb?x=1', 'http://localhost/cb', 'http://127.0.0.1:33418/'])
        assert.equal((await ask(uri)).status, 201, uri);
      for (const uri of ['cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/cb']) {
        assert.equal((await ask(uri, 'native')).status, 201, uri);
        for (const type of ['web', 'browser']) {
          const refused = await ask(uri, type);
          assertRefusal(refused, 422, 'ValidationError');
          assert.equal(refused.body.details?.fields?.[0]?.path, 'redirect_uris.0', uri);
        }
      }
    });

    it('end by themselves, with their tokens and an event, if they are a trial', async () => {
      const { token } = await addSuperadmin(keyward);
      const made = await keyward.call('POST', '/application', {
        token,
        body: {
          name: 'Trial',
          type: 'machine',
          machine_scopes: ['jobs:run'],
          resources: ['https://api.example.com'],
          expires_in_minutes: 30,
        },
      });
      assert.equal(made.body['expires_at'], timestamp(keyward.clock.now() + 30 * 60_000), made.text);
      const trial = { id: asText(made.body['client_id']), secret: asText(made.body['client_secret']) };
      const ask = () =>
        post(keyward, 'token', trial, {
          grant_type: 'client_credentials',
          resource: 'https://api.example.com',
        });
      assert.equal((await ask()).status, 200);
      await keyward.app.services.sweep();
      keyward.clock.advance(30 * 60_000);
      assertOAuthError(await ask(), 401, 'invalid_client');
      await keyward.app.services.sweep();
      const { token: later } = await addSuperadmin(keyward);
      assertRefusal(
        await keyward.call('GET', `/application/${trial.id}`, { token: later }),
        404,
        'ApplicationNotFoundError',
      );
      const ends = (await auditLogOf(keyward.database, 'application.deleted')).filter(
        ({ data }) => asObject(data['application'])['client_id'] === trial.id,
      );
      assert.deepEqual(
        ends.map(({ data }) => asObject(data['actor'])['type']),
        ['service'],
      );
    });

    it('show the keys that they authenticate with', async () => {
      const { token } = await addSuperadmin(keyward);
      const keys = [
        { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'a' },
      ];
      const body = { name: 'With keys', token_endpoint_auth_method: 'private_key_jwt', jwks: { keys } };
      const made = await keyward.call('POST', '/application', { token, body });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(made.body['jwks'], { keys });
    });

    it('are managed with events, also by keys with the scopes', async () => {
      const { key: read } = await addKey(keyward, ['applications:read']);
      const { key: write } = await addKey(keyward, ['applications:write']);
      assertRefusal(
        await keyward.call('POST', '/application', { token: read, body: { name: 'K' } }),
        403,
        'ScopeMissingError',
      );
      const made = await keyward.call('POST', '/application', {
        token: write,
        body: { name: 'By key', type: 'browser' },
      });
      assert.equal(made.status, 201, made.text);
      assert.equal(made.body['client_secret'], undefined);
      const id = asText(made.body['client_id']);
      const patched = await keyward.call('PATCH', `/application/${id}`, {
        token: write,
        body: { name: 'Renamed', require_pkce: false },
      });
      assert.deepEqual([patched.body['name'], patched.body['require_pkce']], ['Renamed', true]);
      assert.equal((await keyward.call('DELETE', `/application/${id}`, { token: write })).status, 200);
      assertRefusal(
        await keyward.call('GET', `/application/${id}`, { token: read }),
        404,
        'ApplicationNotFoundError',
      );
      const told = (await auditLogOf(keyward.database)).filter(
        ({ type, data }) =>
          type.startsWith('application.') && asObject(data['application'])['client_id'] === id,
      );
      assert.deepEqual(
        told.map(({ type }) => type),
        ['application.created', 'application.updated', 'application.deleted'],
      );
      assert.deepEqual(told[1]?.data['changed'], { name: 'Renamed' });
    });

    it('have keys that are replaced at once, or with an overlap', async () => {
      const { token } = await addSuperadmin(keyward);
      const kids = async () => {
        const { keys } = (await keyward.callRoot('GET', '/.well-known/jwks.json')).body;
        assert.ok(Array.isArray(keys));
        return keys.map(({ kid }) => String(kid));
      };
      const [first = ''] = await kids();
      const rotate = (body: object) => keyward.call('POST', '/config/oauth/keys', { token, body });
      assert.equal((await rotate({ overlap_minutes: 60 })).status, 200);
      const both = await kids();
      assert.deepEqual([both.length, both.includes(first)], [2, true]);
      assert.equal((await rotate({ overlap_minutes: 0 })).status, 200);
      assert.equal((await kids()).length, 1, 'P18-4: the one that has leaked may be the first');
      const told = await auditLogOf(keyward.database);
      assert.ok(told.some(({ type }) => type === 'oauth.key_rotated'));
      // A negative zero of JSON is zero.
      const now = timestamp(keyward.clock.now());
      const headers = { 'content-type': 'application/json' };
      const body = '{"overlap_minutes": -0}';
      const { token: fresh } = await addSuperadmin(keyward);
      const atOnce = await keyward.call('POST', '/config/oauth/keys', { token: fresh, headers, body });
      assert.deepEqual([atOnce.status, atOnce.body['trusted_until']], [200, now]);
      assert.equal((await kids()).length, 1);
    });

    it('may have ids as long as an address, also in the console', async () => {
      const { token } = await addSuperadmin(keyward);
      const id = encodeURIComponent(`https://client.example.com/${'é/'.repeat(300)}`);
      assertRefusal(
        await keyward.call('GET', `/application/${id}`, { token }),
        404,
        'ApplicationNotFoundError',
      );
      const page = await keyward.callRoot('GET', `/console/applications/${id}`);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      assert.notEqual(page.status, 404);
    });
  });
}
