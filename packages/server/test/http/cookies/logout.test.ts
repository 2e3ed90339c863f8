import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { assertCleared, cookiesSet, fromOwnPage, setCookies } from './cookies.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const DOMAIN = ['Domain=example.org', 'Path=/auth', 'HttpOnly', 'SameSite=Strict'];

for (const kind of ANY_DATABASE) {
  describe(`CK5: logout by cookie on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
    before(() =>
      setCookies(keyward, { cookie_mode: true, path: '/auth', domain: 'example.org', samesite: 'strict' }),
    );
    const post = (path: string, cookie: string) =>
      keyward.call('POST', path, { headers: fromOwnPage(keyward, cookie) });
    const me = (token: string) => keyward.call('GET', '/me', { token });
    const messages: Record<string, string> = {
      '/logout': 'Session destroyed successfully',
      '/logout-all': 'All sessions destroyed successfully',
    };

    for (const [path, message] of Object.entries(messages)) {
      it(`CK5: ${path} ends the session and removes both cookies where they were set`, async () => {
        const { token, refreshToken } = await addPerson(keyward);
        const answer = await post(path, `access_token=${token}; refresh_token=${refreshToken}`);
        assertAnswer(answer, 200, { success: true, message });
        assertCleared(answer, DOMAIN);
        assertRefusal(await me(token), 401, 'SessionDestroyedError');
      });

      it(`CK5: ${path} removes the cookies of a session that is gone`, async () => {
        const { token } = await addPerson(keyward);
        await keyward.call('POST', '/logout', { token });
        const answer = await post(path, `access_token=${token}`);
        assertRefusal(answer, 401, 'SessionDestroyedError');
        assertCleared(answer, DOMAIN);
        const ambiguous = await post(path, `access_token=${token}; access_token=x`);
        assertRefusal(ambiguous, 401, 'InvalidTokenError');
        assertCleared(ambiguous, DOMAIN);
      });

      it(`${path} works when only the refresh cookie is left`, async () => {
        const { id, refreshToken } = await addPerson(keyward);
        const other = await newSession(keyward, id);
        keyward.clock.advance(16 * 60_000);
        const answer = await post(path, `refresh_token=${refreshToken}`);
        assertAnswer(answer, 200, { success: true, message });
        assertCleared(answer, DOMAIN);
        const refresh = (token: string) =>
          keyward.call('POST', '/token/refresh', { body: { refresh_token: token } });
        assertRefusal(await refresh(refreshToken), 401, 'InvalidTokenError');
        assert.equal((await refresh(other.refreshToken)).status, path === '/logout' ? 200 : 401);
      });

      it(`CK5: ${path} by a Bearer token removes them too, a refused one does not`, async () => {
        const { token, refreshToken } = await addPerson(keyward);
        const headers = fromOwnPage(keyward, `access_token=${token}; refresh_token=${refreshToken}`);
        const bad = await keyward.call('POST', path, { token: 'x', headers });
        assertRefusal(bad, 401, 'InvalidTokenError');
        assert.deepEqual(cookiesSet(bad), {});
        const good = await keyward.call('POST', path, { token });
        assertCleared(good, DOMAIN);
      });
    }

    it('401 without a credential, and removes nothing', async () => {
      for (const headers of [{}, { cookie: 'a=b' }]) {
        const answer = await keyward.call('POST', '/logout', { headers });
        assertRefusal(answer, 401, 'TokenMissingError');
        assert.deepEqual(cookiesSet(answer), {});
      }
    });

    it('403 for an inactive account, and removes the cookies', async () => {
      const { id, token, refreshToken } = await addPerson(keyward);
      await keyward.database.query("update accounts set status = 'suspended' where id = $1", [id]);
      const answer = await post('/logout', `access_token=${token}; refresh_token=${refreshToken}`);
      assertRefusal(answer, 403, 'AccountInactiveError');
      assertCleared(answer, DOMAIN);
    });

    it('CK3: a foreign page cannot remove them', async () => {
      const { token, refreshToken } = await addPerson(keyward);
      for (const cookie of [`access_token=x`, `refresh_token=${refreshToken}`, `access_token=${token}`]) {
        const headers = { cookie, origin: 'https://evil.example' };
        const answer = await keyward.call('POST', '/logout', { headers });
        assertRefusal(answer, 403, 'OriginNotAllowedError');
        assert.deepEqual(cookiesSet(answer), {});
      }
      assert.equal((await me(token)).status, 200);
    });

    it('leaves cookies alone in other modes', async () => {
      setCookies(keyward, { cookie_mode: false });
      const { token } = await addPerson(keyward);
      assert.deepEqual(cookiesSet(await keyward.call('POST', '/logout', { token })), {});
      setCookies(keyward, { cookie_mode: true });
    });
  });
}
