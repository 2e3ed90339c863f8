import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /logout on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const me = (token: string) => keyward.call('GET', '/me', { token });
    const logout = (token?: string) => keyward.call('POST', '/logout', { token });
    const done = { success: true, message: 'Session destroyed successfully' };

    it('200: ends this session and no other', async () => {
      const bystander = await addPerson(keyward);
      const { id, token } = await addPerson(keyward);
      const other = await newSession(keyward, id);
      assertAnswer(await logout(token), 200, done);
      assertRefusal(await me(token), 401, 'SessionDestroyedError');
      assert.equal((await me(other.token)).status, 200);
      assert.equal((await me(bystander.token)).status, 200);
    });

    it('401: a second time', async () => {
      const { token } = await addPerson(keyward);
      await logout(token);
      assertRefusal(await logout(token), 401, 'SessionDestroyedError');
    });

    it('401: without a token', async () => {
      assertRefusal(await logout(), 401, 'TokenMissingError');
    });
  });

  describe(`POST /logout-all on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const me = (token: string) => keyward.call('GET', '/me', { token });
    const logoutAll = (token?: string) => keyward.call('POST', '/logout-all', { token });
    const done = { success: true, message: 'All sessions destroyed successfully' };

    it('200: ends every session of the account, this one included, and no other', async () => {
      const bystander = await addPerson(keyward);
      const { id, email, token } = await addPerson(keyward);
      const others = [await newSession(keyward, id), await newSession(keyward, id)];
      assertAnswer(await logoutAll(token), 200, done);
      for (const dead of [token, ...others.map((other) => other.token)]) {
        assertRefusal(await me(dead), 401, 'SessionDestroyedError');
      }
      assert.equal((await me(bystander.token)).status, 200);
      assert.equal((await me((await keyward.logIn(email)).token)).status, 200);
    });

    it('401: a second time', async () => {
      const { token } = await addPerson(keyward);
      await logoutAll(token);
      assertRefusal(await logoutAll(token), 401, 'SessionDestroyedError');
    });

    it('401: without a token', async () => {
      assertRefusal(await logoutAll(), 401, 'TokenMissingError');
    });
  });
}
