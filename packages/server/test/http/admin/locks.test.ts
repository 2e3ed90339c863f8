import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WITHOUT_POSTGRES } from '../../support/databases.ts';
import { assertError, PASSWORD, startKeyward } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addSuperadmin, assertForSuperadmins, rowsOf } from './admin.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the lock of an account on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const guess = (identifier: string, password = 'Wrong-guess-1') =>
      keyward.call('POST', '/login', { body: { identifier, password } });
    const lock = async (identifier: string) => {
      for (let count = 0; count < 10; count += 1) await guess(identifier);
      assertRefusal(await guess(identifier, PASSWORD), 429, 'RateLimitedError');
    };

    it('OW3: is seen by superadmins alone, and ended by them', async () => {
      const { token } = await addSuperadmin(keyward);
      const person = await addPerson(keyward);
      const other = await addPerson(keyward);
      const from = keyward.clock.now();
      await lock(person.email);
      const seen = async () => {
        const rows = rowsOf(await keyward.call('GET', '/account/', { token }), 'accounts');
        const one = await keyward.call('GET', `/account/${person.id}`, { token });
        const listed = rows.find((row) => row['id'] === person.id);
        assert.equal(rows.find((row) => row['id'] === other.id)?.['locked_until'], null);
        assert.equal(one.body['locked_until'], listed?.['locked_until']);
        return one.body['locked_until'];
      };
      assert.equal(await seen(), timestampOf(from + 15 * 60_000));
      assert.ok(
        !JSON.stringify((await keyward.call('GET', '/me', { token: person.token })).body).includes('locked'),
      );

      const unlock = () => keyward.call('DELETE', `/account/lock?account_id=${person.id}`, { token });
      assert.equal((await unlock()).status, 200);
      assert.equal(await seen(), null);
      await keyward.logIn(person.email);
      const told = (await auditLogOf(keyward.database, 'account.unlocked')).at(-1)?.data;
      assert.equal(Object(told?.['account'])['id'], person.id);
    });

    it('OW3: of a superadmin is not ended by an old session, so that a thief cannot guess for ever', async () => {
      const me = await addSuperadmin(keyward);
      keyward.clock.advance(10 * 60_000);
      const prove = (password: string) =>
        keyward.call('POST', '/account/reauthenticate', { token: me.token, body: { password } });
      for (let count = 0; count < 10; count += 1)
        assertRefusal(await prove('Wrong-guess-1'), 401, 'InvalidCredentialsError');
      assertRefusal(await prove(PASSWORD), 429, 'RateLimitedError');
      const unlock = (token: string) =>
        keyward.call('DELETE', `/account/lock?account_id=${me.id}`, { token });
      assertRefusal(await unlock(me.token), 403, 'ReauthenticationRequiredError');
      assertRefusal(await prove(PASSWORD), 429, 'RateLimitedError');
      assert.equal((await unlock((await addSuperadmin(keyward)).token)).status, 200);
      assert.equal((await prove(PASSWORD)).status, 200);
    });

    it('covers wrong codes too', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id, email } = await addPerson(keyward);
      const until = async () => (await keyward.call('GET', `/account/${id}`, { token })).body['locked_until'];
      const body = { email, otp: '000000' };
      for (let codes = 0; codes < 5; codes += 1) {
        keyward.clock.advance(61_000);
        await keyward.call('POST', '/send/email/otp/login', { body: { email } });
        for (let tries = 0; tries < 4; tries += 1) await keyward.call('POST', '/login/otp', { body });
      }
      assertRefusal(await keyward.call('POST', '/login/otp', { body }), 429, 'RateLimitedError');
      assert.notEqual(await until(), null);
      await keyward.call('DELETE', `/account/lock?account_id=${id}`, { token });
      assert.equal(await until(), null);
      assertError(await keyward.call('POST', '/login/otp', { body }), 401, 'OTPInvalidError');
    });

    it('refuses others, and accounts that do not exist', async () => {
      await assertForSuperadmins(keyward, (token) =>
        keyward.call('DELETE', '/account/lock?account_id=1', { token }),
      );
      const { token } = await addSuperadmin(keyward);
      const answer = await keyward.call('DELETE', '/account/lock?account_id=987654', { token });
      assertRefusal(answer, 404, 'UserNotFoundError');
    });
  });
}

describe('the lock of an account on two instances', { skip: WITHOUT_POSTGRES }, () => {
  it('OW3: ends on both', async () => {
    await using one = await startKeyward('postgres');
    await using two = await startKeyward('postgres', { database: one.database, clock: one.clock });
    const { token } = await addSuperadmin(one);
    const person = await addPerson(one);
    const body = { identifier: person.email, password: 'Wrong-guess-1' };
    for (let count = 0; count < 10; count += 1) await two.call('POST', '/login', { body });
    assertRefusal(await one.call('POST', '/login', { body }), 429, 'RateLimitedError');
    await one.call('DELETE', `/account/lock?account_id=${person.id}`, { token });
    await two.logIn(person.email);
  });
});
