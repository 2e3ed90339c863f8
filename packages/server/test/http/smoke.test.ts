import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startKeyward } from '../support/keyward.ts';
import { databasesFor } from '../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the main flow on ${kind}`, () => {
    it('signs up, logs in, reads the profile, refreshes and logs out', async () => {
      await using keyward = await startKeyward(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
      const { email } = await keyward.signUp();
      const { token, refreshToken } = await keyward.logIn(email);
      const me = await keyward.call('GET', '/me', { token });
      assert.equal(me.status, 200, me.text);
      const refreshed = await keyward.call('POST', '/token/refresh', {
        body: { refresh_token: refreshToken },
      });
      assert.equal(refreshed.status, 200, refreshed.text);
      const out = await keyward.call('POST', '/logout', { token });
      assert.equal(out.status, 200, out.text);
      assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
    });
  });
}
