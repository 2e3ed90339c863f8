import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startKeyward } from '../../support/keyward.ts';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /config/counts on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('200: counts the main tables for a superadmin', async () => {
      await using own = await startKeyward(kind, {
        settings: {
          KEYWARD_SUPERADMIN_EMAIL: 'root@example.org',
          KEYWARD_SUPERADMIN_PASSWORD: 'Root-horse-1',
        },
      });
      const { token } = await own.logIn('root@example.org', 'Root-horse-1');
      const counts = () => own.call('GET', '/config/counts', { token });
      assertAnswer(await counts(), 200, { accounts: 1, oauth: 0, sessions: 1, otp: 0 });

      const { id } = await addPerson(own);
      await newSession(own, id);
      const now = own.clock.now();
      await own.database.query(
        `insert into provider_links (account_id, provider, subject, created_at) values ($1, 'idp1', 'x', $2)`,
        [id, now],
      );
      for (const purpose of ['login', 'reset']) {
        await own.database.query(
          `insert into codes (email, email_key, purpose, code_hash, attempts, created_at, expires_at)
           values ('a@example.org', 'a@example.org', $1, 'x', 0, $2, $2)`,
          [purpose, now],
        );
      }
      assertAnswer(await counts(), 200, { accounts: 2, oauth: 1, sessions: 3, otp: 2 });
      await own.database.query('delete from accounts where id = $1', [id]);
      assertAnswer(await counts(), 200, { accounts: 1, oauth: 0, sessions: 1, otp: 2 });
    });

    it('401: without a token', async () => {
      assertRefusal(await keyward.call('GET', '/config/counts'), 401, 'TokenMissingError');
    });

    it('401: with a token of a session that has ended', async () => {
      const { token } = await addPerson(keyward, { role: 'superadmin' });
      await keyward.call('POST', '/logout', { token });
      assertRefusal(await keyward.call('GET', '/config/counts', { token }), 401, 'SessionDestroyedError');
    });

    it('403: RoleMismatchError for everybody else', async () => {
      const { token } = await addPerson(keyward);
      const answer = await keyward.call('GET', '/config/counts', { token });
      assertRefusal(answer, 403, 'RoleMismatchError');
      assert.equal(answer.headers.get('www-authenticate'), null);
    });

    it('403: AccountInactiveError for a suspended superadmin', async () => {
      const { token } = await addPerson(keyward, { role: 'superadmin', status: 'suspended' });
      assertRefusal(await keyward.call('GET', '/config/counts', { token }), 403, 'AccountInactiveError');
    });
  });
}
