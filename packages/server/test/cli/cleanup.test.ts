import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHere, settingsOf } from '../support/command-line.ts';
import { startKeyward } from '../support/keyward.ts';
import { databasesFor } from '../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`cleanup on ${kind}`, () => {
    it('removes expired rows, reports the counts, and keeps the rest', async () => {
      await using keyward = await startKeyward(kind);
      const { database } = keyward;
      const live = await keyward.signUp();
      const expired = await keyward.signUp();
      const future = Date.now() + 86_400_000;
      await database.query('update sessions set expires_at = $1', [future]);
      await database.query('update sessions set expires_at = 1000 where account_id = $1', [expired.id]);
      await database.query(
        `insert into codes (email, email_key, purpose, code_hash, attempts, created_at, expires_at)
        values ('a@example.org', 'a@example.org', 'login', 'x', 0, 1, 2), ('b@example.org', 'b@example.org', 'login', 'y', 0, 1, $1)`,
        [future],
      );
      await database.query(
        `insert into provider_flows (state_hash, browser_hash, provider, frontend, session_id, links, sealed_secrets, expires_at)
        values ('s', 'b', 'idp1', 'f', null, 0, 'x', 5)`,
      );
      const env = settingsOf(database);
      const { code, stdout } = await runHere(['cleanup', '--json'], { env });
      assert.equal(code, 0);
      assert.deepEqual(JSON.parse(stdout), {
        codes: 1,
        sessions: 1,
        provider_flows: 1,
        exchanges: 0,
        deliveries: 0,
        challenges: 0,
        email_changes: 0,
        invitations: 0,
        known_addresses: 0,
        id_tokens: 0,
        oauth_requests: 0,
        oauth_grants: 0,
        oauth_keys: 0,
        applications: 0,
      });
      assert.equal((await keyward.call('GET', '/me', { token: live.token })).status, 200);
      const again = await runHere(['cleanup'], { env });
      assert.equal(
        again.stdout,
        'Removed 0 expired sessions.\nRemoved 0 expired codes.\n' +
          'Removed 0 unfinished sign-ins at providers.\nRemoved 0 one-time codes of redirects.\nRemoved 0 old deliveries to webhooks.\nRemoved 0 old invitations.\n',
      );
    });
  });
}
