import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startKeyward } from '../../support/keyward.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { signInWith, suiteSetup } from './harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`providers under other settings, ${kind}`, async () => {
    const { keyward } = await suiteSetup(kind, { settings: { KEYWARD_PROFILE: 'strict' } });

    it('OA14: in the strict profile the redirect carries a one-time code and no token', async () => {
      const query = await signInWith(keyward, 'idp1');
      assert.deepEqual([...query.keys()], ['code']);
      const body = { code: query.get('code') };
      const answer = await keyward.call('POST', '/token/exchange', { body });
      assert.equal(answer.status, 200, answer.text);
      assert.equal((await keyward.call('POST', '/token/exchange', { body })).status, 401);
    });

    it('behind https the cookie is Secure, and the redirect address is that from outside', async () => {
      await using behind = await startKeyward(kind, {
        settings: {
          KEYWARD_PUBLIC_URL: 'https://example.org/api',
          KEYWARD_IDP2_CLIENT_ID: CLIENT.id,
          KEYWARD_IDP2_CLIENT_SECRET: CLIENT.secret,
          KEYWARD_IDP2_NAME: 'github',
        },
      });
      const answer = await behind.call('GET', '/github/login?frontend_url=https://example.org');
      assert.equal(answer.status, 307);
      assert.match(
        answer.headers.get('set-cookie') ?? '',
        /^__Host-keyward_browser=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const asked = new URL(answer.headers.get('location') ?? '');
      assert.equal(asked.origin + asked.pathname, 'https://github.com/login/oauth/authorize');
      assert.equal(asked.searchParams.get('redirect_uri'), 'https://example.org/api/auth/github/callback');
    });
  });
}
