import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { assertRefusal, claimsOf, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { setJwt } from '../cookies/cookies.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

for (const kind of ANY_DATABASE) {
  describe(`a change of the mode or the lifetimes on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const me = (token: string) => keyward.call('GET', '/me', { token });
    const refresh = (token: string) =>
      keyward.call('POST', '/token/refresh', { body: { refresh_token: token } });
    const logIn = async (email: string) =>
      (await keyward.call('POST', '/login', { body: { identifier: email, password: PASSWORD } })).body;

    it('to single: refresh tokens wait, access tokens stay valid until they expire', async () => {
      setJwt(keyward, { dual_token_mode: true });
      const { email, token, refreshToken } = await addPerson(keyward);
      setJwt(keyward, { dual_token_mode: false });
      assertRefusal(await refresh(refreshToken), 401, 'InvalidTokenError');
      assert.ok(!('refresh_token' in (await logIn(email))));
      keyward.clock.advance(15 * MINUTE_MS - 1_000);
      assert.equal((await me(token)).status, 200);
      keyward.clock.advance(1_000);
      assertRefusal(await me(token), 401, 'TokenExpiredError');
      setJwt(keyward, { dual_token_mode: true });
      assert.equal((await refresh(refreshToken)).status, 200);
    });

    it('to dual: earlier long access tokens stay valid, new ones are short', async () => {
      setJwt(keyward, { dual_token_mode: false });
      const { email, token } = await addPerson(keyward);
      setJwt(keyward, { dual_token_mode: true });
      const { access_token: access, refresh_token: next } = await logIn(email);
      assert.equal(claimsOf(access)['exp'], Math.floor((keyward.clock.now() + 15 * MINUTE_MS) / 1000));
      assert.equal(typeof next, 'string');
      keyward.clock.advance(7 * DAY_MS - 1_000);
      assert.equal((await me(token)).status, 200);
      keyward.clock.advance(1_000);
      assertRefusal(await me(token), 401, 'TokenExpiredError');
    });

    it('of the lifetimes: for what is issued from then on', async () => {
      setJwt(keyward, { dual_token_mode: true });
      const { token, refreshToken } = await addPerson(keyward);
      setJwt(keyward, { access_token_expire_minutes: 1, refresh_token_expire_days: 1 });
      keyward.clock.advance(10 * MINUTE_MS);
      assert.equal((await me(token)).status, 200);
      const { body } = await refresh(refreshToken);
      const now = keyward.clock.now();
      assert.equal(claimsOf(body['access_token'])['exp'], Math.floor((now + MINUTE_MS) / 1000));
      assert.equal(claimsOf(body['refresh_token'])['exp'], Math.floor((now + DAY_MS) / 1000));
    });
  });
}
