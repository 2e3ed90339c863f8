import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES } from '../../../src/features/audit/actors/scopes.ts';
import { startKeyward } from '../../support/keyward.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { assertAnswer, assertRefusal, asObject, asText, suiteKeyward, timestampOf } from '../expectations.ts';
import { openStream } from '../logs/logs.ts';
import { addPerson } from '../people.ts';
import { addKey } from './api-keys.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { stopwatch } from '../../support/until.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`API keys on ${kind}`, () => {
    const settings = { KEYWARD_TRUSTED_PROXIES: '127.0.0.1', KEYWARD_LIMIT_ADDRESS: '15/1h' };
    const keyward = suiteKeyward(kind, { settings });

    it('AK1: are shown once, stored as a hash, listed with their use, and revoked', async () => {
      const root = await addSuperadmin(keyward);
      const { token } = root;
      const body = {
        name: 'Billing',
        scopes: ['events:read', 'accounts:read', 'accounts:read'],
        expires_in_days: 30,
        allowed_addresses: ['127.0.0.0/8', '2001:db8::/32'],
      };
      const now = keyward.clock.now();
      const made = await keyward.call('POST', '/apikey/', { token, body });
      assert.equal(made.status, 201, made.text);
      const { key, ...shown } = made.body;
      assert.match(asText(key), /^kw_live_[0-9A-Za-z]{49}$/);
      const { id } = shown;
      const listed = {
        id,
        name: 'Billing',
        hint: asText(key).slice(0, 14),
        scopes: ['accounts:read', 'events:read'],
        allowed_addresses: body.allowed_addresses,
        created_by: root.id,
        created_at: timestampOf(now),
        expires_at: timestampOf(now + 30 * DAY_MS),
        last_used_at: null,
        last_used_ip: null,
      };
      assert.deepEqual(shown, listed);
      const stored = JSON.stringify(await keyward.database.query('select * from api_keys'));
      assert.ok(!stored.includes(asText(key).slice(15)));

      const ask = () => keyward.call('GET', '/account?limit=1', { token: asText(key) });
      assert.equal((await ask()).status, 200);
      await keyward.app.services.housekeep();
      const list = async () => rowsOf(await keyward.call('GET', '/apikey', { token }), 'api_keys')[0];
      const used = { ...listed, last_used_at: timestampOf(now), last_used_ip: '127.0.0.1' };
      assert.deepEqual(await list(), used);
      // To the minute.
      keyward.clock.advance(59_000);
      await ask();
      await keyward.app.services.housekeep();
      assert.deepEqual(await list(), used);

      const done = { success: true, message: 'API key revoked successfully' };
      assertAnswer(await keyward.call('DELETE', `/apikey/${String(id)}`, { token }), 200, done);
      assertRefusal(await ask(), 401, 'InvalidTokenError');
      const again = await keyward.call('DELETE', `/apikey/${String(id)}`, { token });
      assertRefusal(again, 404, 'ApiKeyNotFoundError');
      const told = (await auditLogOf(keyward.database)).filter(({ type }) => type.startsWith('key.'));
      assert.deepEqual(
        told.map(({ type, data }) => [type, data['key'], asObject(data['actor'])['id']]),
        ['key.created', 'key.revoked'].map((type) => [
          type,
          { id, name: 'Billing', scopes: ['accounts:read', 'events:read'] },
          root.id,
        ]),
      );
    });

    it('AK2: end at once, on every instance, when they are revoked or expire', async () => {
      await using other = await startKeyward(kind, { database: keyward.database, clock: keyward.clock });
      const { token } = await addSuperadmin(keyward);
      const { id, key } = await addKey(keyward, ['accounts:read', 'events:read']);
      const brief = await addKey(keyward, ['accounts:read'], { expires_in_days: 1 });
      const ask = (asked: string) => other.call('GET', '/account', { token: asked });
      assert.equal((await ask(key)).status, 200);
      const waiting = other.call('GET', '/event?wait=20&order=asc&type=webhook.*', { token: key });
      const stream = await openStream(other, '/auth/event/stream', key);
      await keyward.call('DELETE', `/apikey/${id}`, { token });
      const revoked = await ask(key);
      assertRefusal(revoked, 401, 'InvalidTokenError');
      assert.match(revoked.text, /API key .* use another one/);
      const took = stopwatch();
      assertRefusal(await waiting, 401, 'InvalidTokenError');
      await stream.ended();
      assert.ok(took() < 2_500);
      await stream.close();

      assert.equal((await ask(brief.key)).status, 200);
      keyward.clock.advance(DAY_MS);
      assertRefusal(await ask(brief.key), 401, 'InvalidTokenError');
    });

    it('AK3: an act names the key in the audit log, in the feed and in the log', async () => {
      const { id, key } = await addKey(keyward, ['accounts:write', 'events:read'], { name: 'Import "7"' });
      const body = { name: 'Ada', email: `ada.${id}@example.org` };
      assert.equal((await keyward.call('POST', '/account/', { token: key, body })).status, 201);
      const feed = await keyward.call('GET', `/event/?actor_id=key:${id}`, { token: key });
      const [event, ...others] = rowsOf(feed, 'events');
      assert.deepEqual(others, []);
      const { actor, client } = asObject(event?.['data']);
      assert.deepEqual(
        [event?.['type'], actor],
        ['account.created', { type: 'key', id, name: 'Import "7"' }],
      );
      assert.equal(asObject(client)['ip_address'], '127.0.0.1');
      const { token } = await addSuperadmin(keyward);
      for (const name of ['admin.account_created', 'request']) {
        const log = await keyward.callRoot('GET', `/log/app?limit=500&event=${name}&order=desc`, { token });
        const record = rowsOf(log, 'records').find((one) => one['api_key'] !== undefined);
        assert.deepEqual(record?.['api_key'], { id, name: 'Import "7"' }, name);
        assert.ok(!log.text.includes(key));
      }
    });

    it('AK4: are accepted only from their addresses, as a trusted proxy reports them', async () => {
      const allowed_addresses = ['192.0.2.0/24', '2001:db8::7'];
      const { key } = await addKey(keyward, ['accounts:read'], { allowed_addresses });
      const from = (address: string) =>
        keyward.call('GET', '/account', { token: key, headers: { 'x-forwarded-for': address } });
      for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '2001:DB8:0::7'])
        assert.equal((await from(address)).status, 200, address);
      for (const address of ['192.0.3.9', '2001:db8::8', 'nonsense'])
        assertRefusal(await from(address), 403, 'KeyAddressError');
    });

    it('AK5: unknown keys count against their address; right ones continue, and so do sign-ins', async () => {
      const { email } = await addPerson(keyward);
      const { key } = await addKey(keyward, ['accounts:read']);
      const unknown = await addKey(keyward, ['accounts:read']);
      await keyward.database.query(`delete from api_keys where id = ${unknown.id}`);
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      const ask = (token: string) => keyward.call('GET', '/account', { token, headers });
      for (let count = 0; count < 15; count += 1)
        assertRefusal(await ask(unknown.key), 401, 'InvalidTokenError');
      assertRefusal(await ask(unknown.key), 429, 'RateLimitedError');
      assert.equal((await ask(key)).status, 200);
      const body = { identifier: email, password: 'Correct-horse-1' };
      assert.equal((await keyward.call('POST', '/login', { body, headers })).status, 200);
    });

    it('AK6: need recent authentication, a name, known scopes and valid addresses', async () => {
      const { token } = await addSuperadmin(keyward);
      const ask = (fields: Record<string, unknown>) =>
        keyward.call('POST', '/apikey', { token, body: { name: 'One', scopes: [SCOPES[0]], ...fields } });
      for (const [fields, path] of [
        [{ name: ' ' }, 'name'],
        [{ scopes: [] }, 'scopes'],
        [{ scopes: ['everything'] }, 'scopes.0'],
        [{ expires_in_days: 0 }, 'expires_in_days'],
        [{ expires_in_days: 3_651 }, 'expires_in_days'],
        [{ allowed_addresses: [] }, 'allowed_addresses'],
        [{ allowed_addresses: ['10.0.0.1', '10.0.0.0/33'] }, 'allowed_addresses.1'],
        [{ allowed_addresses: ['::ffff:10.0.0.1'] }, 'allowed_addresses.0'],
        [{ allowed_addresses: ['localhost'] }, 'allowed_addresses.0'],
        [{ key: 'kw_live_1' }, 'key'],
      ] as const)
        assertRefusal(await ask(fields), 422, 'ValidationError', [path]);
      const { store } = keyward.app.services;
      for (let more = 100 - (await store.apiKeys.count()); more > 0; more -= 1)
        await store.apiKeys.insert({
          name: 'One',
          hint: '',
          key_hash: String(more),
          scopes: '',
          created_at: 0,
        });
      assertRefusal(await ask({}), 422, 'ValidationError', ['name']);
      await keyward.database.query("delete from api_keys where hint = ''");
      keyward.clock.advance(10 * 60_000);
      assertRefusal(await ask({}), 403, 'ReauthenticationRequiredError');
    });
  });
}
