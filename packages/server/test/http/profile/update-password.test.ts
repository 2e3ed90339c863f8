import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { assertAnswer, assertRefusal, claimsOf, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

const NEW_PASSWORD = 'Another-horse-2';
const UPDATED = { success: true, message: 'Password updated successfully' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`PUT /update/password on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
    const update = (token: string | undefined, body: unknown) =>
      keyward.call('PUT', '/update/password', { token, body });
    const me = (token: string) => keyward.call('GET', '/me', { token });
    const logIn = (identifier: string, password: string) =>
      keyward.call('POST', '/login', { body: { identifier, password } });

    describe('200', () => {
      it('replaces the old password', async () => {
        const { email, token } = await addPerson(keyward);
        assertAnswer(await update(token, { password: NEW_PASSWORD }), 200, UPDATED);
        assertRefusal(await logIn(email, PASSWORD), 401, 'InvalidCredentialsError');
        assert.equal((await logIn(email, NEW_PASSWORD)).status, 200);
      });

      it('SE2: ends the other sessions of the account, and no more', async () => {
        const bystander = await addPerson(keyward);
        const { id, token, refreshToken } = await addPerson(keyward);
        const others = [await newSession(keyward, id), await newSession(keyward, id)];
        assertAnswer(await update(token, { password: NEW_PASSWORD }), 200, UPDATED);
        for (const other of others) {
          assertRefusal(await me(other.token), 401, 'SessionDestroyedError');
          const body = { refresh_token: other.refreshToken };
          assertRefusal(await keyward.call('POST', '/token/refresh', { body }), 401, 'InvalidTokenError');
        }
        assert.equal((await me(token)).status, 200);
        const body = { refresh_token: refreshToken };
        assert.equal((await keyward.call('POST', '/token/refresh', { body })).status, 200);
        assert.equal((await me(bystander.token)).status, 200);
      });

      it('SE2: a login with the old password that is under way begins no session that lasts', async () => {
        const { id, email, token } = await addPerson(keyward);
        const changing = update(token, { password: NEW_PASSWORD });
        const logins = await Promise.all(Array.from({ length: 8 }, () => logIn(email, PASSWORD)));
        assertAnswer(await changing, 200, UPDATED);
        for (const { status } of logins) assert.ok([200, 401, 503].includes(status), `status ${status}`);
        const rows = await keyward.database.query('select id from sessions where account_id = $1', [id]);
        assert.deepEqual(rows, [{ id: claimsOf(token)['sid'] }]);
      });

      it('SE2: of two sessions that change it at once, the first ends the other, whose change is refused', async () => {
        const first = await addPerson(keyward);
        const sessions = [first, { ...first, ...(await newSession(keyward, first.id)) }];
        const passwords = [NEW_PASSWORD, 'Different-horse-3'];
        const answers = await Promise.all(
          sessions.map(({ token }, i) => update(token, { password: passwords[i] })),
        );
        const winner = answers.findIndex(({ status }) => status === 200);
        for (const [i, answer] of answers.entries()) {
          if (i === winner) assertAnswer(answer, 200, UPDATED);
          else assertRefusal(answer, 401, 'SessionDestroyedError');
        }
        assert.equal((await logIn(first.email, passwords[winner] ?? '')).status, 200);
        assert.equal((await me(sessions[winner]?.token ?? '')).status, 200);
      });

      it('asks for no current password, and takes the right one', async () => {
        const { token } = await addPerson(keyward);
        keyward.clock.advance(14 * 60_000);
        assertAnswer(await update(token, { password: NEW_PASSWORD }), 200, UPDATED);
        const body = { password: PASSWORD, current_password: NEW_PASSWORD };
        assertAnswer(await update(token, body), 200, UPDATED);
      });

      it('gives a password to an account that has none', async () => {
        const { id, email, token } = await addPerson(keyward);
        await keyward.database.query('update accounts set password_hash = null where id = $1', [id]);
        assertAnswer(await update(token, { password: NEW_PASSWORD }), 200, UPDATED);
        assert.equal((await logIn(email, NEW_PASSWORD)).status, 200);
      });
    });

    describe('400', () => {
      it('refuses a weak password and keeps every session', async () => {
        const { id, token } = await addPerson(keyward);
        const other = await newSession(keyward, id);
        assertRefusal(await update(token, { password: 'abcdef1' }), 400, 'WeakPasswordError');
        assert.equal((await me(other.token)).status, 200);
      });
    });

    describe('401', () => {
      it('TokenMissingError without a token, before the body is looked at', async () => {
        assertRefusal(await update(undefined, '{'), 401, 'TokenMissingError');
      });

      it('InvalidCredentialsError for a wrong current password, which changes nothing', async () => {
        const { id, email, token } = await addPerson(keyward);
        const other = await newSession(keyward, id);
        const body = { password: NEW_PASSWORD, current_password: 'Wrong-horse-1' };
        assertRefusal(await update(token, body), 401, 'InvalidCredentialsError');
        assert.equal((await logIn(email, PASSWORD)).status, 200);
        assert.equal((await me(other.token)).status, 200);
      });
    });

    describe('422', () => {
      it('refuses a body without a password, or with unknown fields', async () => {
        const { token } = await addPerson(keyward);
        assertRefusal(await update(token, {}), 422, 'ValidationError', ['password']);
        assertRefusal(await update(token, undefined), 422, 'ValidationError');
        const body = { password: NEW_PASSWORD, new_password: NEW_PASSWORD };
        assertRefusal(await update(token, body), 422, 'ValidationError', ['new_password']);
      });
    });
  });
}
