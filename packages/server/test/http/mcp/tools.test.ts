import assert from 'node:assert/strict';
import { describe, it, before } from 'node:test';
import type { Scope } from '../../../src/features/audit/actors/scopes.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { addKey } from '../api-keys/api-keys.ts';
import { asObject, suiteKeyward } from '../expectations.ts';
import { until } from '../../support/until.ts';
import { addPerson } from '../people.ts';
import { PASSWORD } from '../../support/keyward.ts';
import { connect, refusalOf, turnMcpOn, use } from './agents.ts';

const ALL: Scope[] = [
  'accounts:read',
  'accounts:write',
  'events:read',
  'sessions:write',
  'settings:read',
  'settings:write',
  'webhooks:read',
];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`tools of the MCP endpoint on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let key = '';

    before(async () => {
      await turnMcpOn(keyward);
      ({ key } = await addKey(keyward, ALL));
    });

    it('names its tools with schemas, and marks those that destroy', async () => {
      for (const era of ['modern', 'legacy'] as const) {
        await using client = await connect(keyward, key, era);
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.filter(({ annotations }) => annotations?.destructiveHint === true).map(({ name }) => name),
          ['change_settings', 'suspend_account', 'end_sessions'],
        );
        for (const { name, inputSchema, outputSchema, annotations } of tools) {
          assert.equal(inputSchema.type, 'object', name);
          assert.equal(outputSchema?.['type'], 'object', name);
          assert.equal(typeof annotations?.readOnlyHint, 'boolean', name);
        }
      }
    });

    it('finds passages of the documentation', async () => {
      await using client = await connect(keyward, key, 'legacy');
      const { passages } = await use(client, 'search_documentation', { query: 'KEYWARD_PUBLIC_URL' });
      assert.ok(Array.isArray(passages) && passages.length > 0);
      assert.match(String(asObject(passages[0])['text']), /KEYWARD_PUBLIC_URL/);
      assert.ok(JSON.stringify(passages).length < 10_000);
    });

    it('finds accounts, and says why one cannot sign in', async () => {
      const { id, email } = await addPerson(keyward);
      for (let guess = 0; guess < 3; guess += 1)
        await keyward.call('POST', '/login/password', { body: { identifier: email, password: 'wrong' } });
      await using client = await connect(keyward, key);
      const found = await use(client, 'find_accounts', { query: email });
      assert.equal(found['total'], 1);
      assert.ok(!JSON.stringify(found).includes('metadata'));
      const fine = await use(client, 'explain_sign_in', { identifier: email });
      assert.deepEqual(fine['obstacles'], []);
      // Failed attempts are written together, after their answers.
      await until(async () => {
        const now = await use(client, 'explain_sign_in', { identifier: email });
        return rowsIn(now, 'refused')[0]?.['reason'] === 'invalid_credentials';
      }, 'the failed attempts');
      await use(client, 'suspend_account', { account_id: id });
      const { obstacles } = await use(client, 'explain_sign_in', { identifier: String(id) });
      assert.match(String(obstacles), /suspended/);
      const nobody = await use(client, 'explain_sign_in', { identifier: 'nobody@example.org' });
      assert.equal(nobody['account'], null);
    });

    it('suspends and signs out, which are events of the key', async () => {
      const { id, email, token } = await addPerson(keyward);
      await using client = await connect(keyward, key);
      assert.deepEqual(await use(client, 'end_sessions', { account_id: id }), { ended: 1 });
      assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
      await use(client, 'suspend_account', { account_id: id });
      const login = await keyward.call('POST', '/login/password', {
        body: { identifier: email, password: PASSWORD },
      });
      assert.equal(login.body['error'], 'AccountInactiveError');
      const now = new Date(keyward.clock.now()).toISOString();
      const told = await use(client, 'what_happened', { around: now, minutes: 5, account_id: id });
      assert.deepEqual(
        rowsIn(told, 'events').map(({ type, actor }) => [type, String(actor).split(' ')[0]]),
        [
          ['session.started', 'account'],
          ['session.ended', 'key'],
          ['account.status_changed', 'key'],
          ['login.failed', 'null'],
        ],
      );
    });

    it('refuse superadmins, unknown accounts and wrong input', async () => {
      const { id } = await addSuperadmin(keyward);
      await using client = await connect(keyward, key);
      assert.match(await refusalOf(client, 'suspend_account', { account_id: id }), /superadmins/);
      assert.match(await refusalOf(client, 'end_sessions', { account_id: id }), /superadmins/);
      assert.match(await refusalOf(client, 'end_sessions', { account_id: 999_999 }), /account/i);
      assert.match(await refusalOf(client, 'what_happened', { around: 'yesterday' }), /around/);
      assert.match(await refusalOf(client, 'what_happened', { around: '2026-02-31T00:00:00Z' }), /around/);
    });

    it('tries a change of settings before it makes it', async () => {
      await using client = await connect(keyward, key);
      const input = { section: 'branding', values: { name: 'Orders' } };
      const tried = await use(client, 'change_settings', input);
      assert.equal(tried['dry_run'], true);
      assert.deepEqual(Object.keys(asObject(tried['changes'])), ['name']);
      const shown = await use(client, 'read_settings', { section: 'branding' });
      assert.notEqual(asObject(shown['values'])['name'], 'Orders');
      await use(client, 'change_settings', { ...input, dry_run: false });
      const after = await use(client, 'read_settings', { section: 'branding' });
      assert.equal(asObject(after['values'])['name'], 'Orders');
      assert.match(
        await refusalOf(client, 'change_settings', { section: 'branding', values: { nonsense: 1 } }),
        /nonsense/,
      );
      assert.match(await refusalOf(client, 'change_settings', { section: 'oauth', values: {} }), /section/);
    });

    it('names the webhooks that fail', async () => {
      const { token } = await addSuperadmin(keyward);
      const url = 'https://receiver.example.org/hooks';
      const made = await keyward.call('POST', '/webhook', { token, body: { url } });
      assert.equal(made.status, 201, made.text);
      await keyward.database.query('update webhooks set failing_since = 1000');
      await using client = await connect(keyward, key);
      const { failing, healthy } = await use(client, 'failing_webhooks');
      assert.equal(healthy, 0);
      assert.ok(Array.isArray(failing));
      assert.equal(asObject(failing[0])['url'], url);
      assert.equal(rowsOf(await keyward.call('GET', '/webhook', { token }), 'webhooks').length, 1);
    });
  });
}

function rowsIn(answer: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const rows = answer[name];
  assert.ok(Array.isArray(rows));
  return rows.map(asObject);
}
