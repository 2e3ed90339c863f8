import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { discord, gitHub } from '../../../src/features/sign-in/provider/oauth-presets.ts';
import { createBrowser } from '../../support/browser.ts';
import { startKeyward } from '../../support/keyward.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { startDiscord, startGitHub } from '../../support/social-providers.ts';
import { addPerson } from '../people.ts';
import { assertFailed, assertSignedIn, signInWith, walkToCallback, openCallback } from './harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GitHub and Discord, as documented, ${kind}`, async () => {
    const [github, chat] = [await startGitHub(), await startDiscord()];
    const keyward = await startKeyward(kind, {
      parts: {
        presets: {
          github: gitHub({ web: github.url, api: `${github.url}/api` }),
          discord: discord({ web: chat.url, images: 'https://cdn.example' }),
        },
      },
      settings: {
        KEYWARD_ALLOWED_FRONTENDS: 'http://localhost:3000',
        KEYWARD_IDP2_CLIENT_ID: CLIENT.id,
        KEYWARD_IDP2_CLIENT_SECRET: CLIENT.secret,
        KEYWARD_IDP3_CLIENT_ID: CLIENT.id,
        KEYWARD_IDP3_CLIENT_SECRET: CLIENT.secret,
      },
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      await github[Symbol.asyncDispose]();
      await chat[Symbol.asyncDispose]();
    });

    const octocat = (id: unknown, emails: unknown) => ({
      '/api/user': {
        login: `octocat${String(id)}`,
        id,
        node_id: 'MDQ6VXNlcjE=',
        avatar_url: 'https://github.com/images/error/octocat_happy.gif',
        type: 'User',
        name: 'monalisa octocat',
        // The public email, which is unverified.
        email: 'public@example.org',
      },
      '/api/user/emails': emails,
    });
    const email = (address: string, primary: boolean, verified: boolean) => ({
      email: address,
      primary,
      verified,
      visibility: primary ? 'private' : null,
    });

    it('GitHub: signs in with the primary verified email, by the number of the user', async () => {
      github.api = octocat(1, [
        email('other@example.org', false, true),
        email('octocat@example.org', true, true),
      ]);
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp2'));
      assert.deepEqual(
        [account['name'], account['email'], account['email_verified'], account['avatar_url']],
        [
          'monalisa octocat',
          'octocat@example.org',
          true,
          'https://github.com/images/error/octocat_happy.gif',
        ],
      );
      const asked = github.asked.at(-1);
      assert.equal(asked?.get('scope'), 'read:user user:email');
      assert.equal(asked.has('nonce'), false);

      github.api = octocat(1, [email('renamed@example.org', true, true)]);
      const again = await assertSignedIn(keyward, await signInWith(keyward, 'idp2'));
      assert.equal(again.account['id'], account['id']);
    });

    it('OA8: GitHub: an unverified primary email links nothing, and no other email stands in for it', async () => {
      const person = await addPerson(keyward);
      github.api = octocat(2, [email(person.email, true, false)]);
      assertFailed(await signInWith(keyward, 'idp2'), 'email_already_exists');
      github.api = octocat(3, [email(person.email, false, true)]);
      assertFailed(await signInWith(keyward, 'idp2'), 'provider_email_missing');
      // The answers without the scope: 404, or a message instead of a list.
      github.api = octocat(4, { message: 'Not Found' });
      assertFailed(await signInWith(keyward, 'idp2'), 'provider_email_missing');
      github.api = { '/api/user': octocat(4, [])['/api/user'] };
      assertFailed(await signInWith(keyward, 'idp2'), 'provider_failed');
    });

    it('GitHub: a user without a number, a wrong code and a refusal get no session', async () => {
      github.api = octocat('1', [email('octocat@example.org', true, true)]);
      assertFailed(await signInWith(keyward, 'idp2'), 'provider_failed');
      github.api = octocat(1, [email('octocat@example.org', true, true)]);
      const browser = createBrowser();
      const callback = await walkToCallback(keyward, 'idp2', browser);
      callback.searchParams.set('code', 'wrong');
      assertFailed(await openCallback(browser, callback), 'provider_failed');
      github.refusal = 'access_denied';
      assertFailed(await signInWith(keyward, 'idp2'), 'oauth_denied');
      github.refusal = 'application_suspended';
      assertFailed(await signInWith(keyward, 'idp2'), 'provider_failed');
    });

    const nelly = (fields: Record<string, unknown> = {}) => ({
      '/api/v10/users/@me': {
        id: '80351110224678912',
        username: 'nelly',
        discriminator: '0',
        global_name: 'Nelly',
        avatar: '8342729096ea3675442027381ff50dfe',
        verified: true,
        email: 'nelly@example.org',
        flags: 64,
        ...fields,
      },
    });

    it('Discord: signs in with the verified email, by the id', async () => {
      chat.api = nelly();
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp3'));
      assert.deepEqual(
        [account['name'], account['email'], account['email_verified'], account['avatar_url']],
        [
          'Nelly',
          'nelly@example.org',
          true,
          'https://cdn.example/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png',
        ],
      );
      assert.equal(chat.asked.at(-1)?.get('scope'), 'identify email');
      chat.api = nelly({ email: 'nelly2@example.org', global_name: null });
      const again = await assertSignedIn(keyward, await signInWith(keyward, 'idp3'));
      assert.equal(again.account['id'], account['id']);
    });

    it('OA8: Discord: an email that is not verified links nothing; without one there is no account', async () => {
      const person = await addPerson(keyward);
      for (const verified of [false, undefined, 'true']) {
        chat.api = nelly({ id: '2', email: person.email, verified });
        assertFailed(await signInWith(keyward, 'idp3'), 'email_already_exists');
      }
      chat.api = nelly({ id: '3', email: null, verified: false });
      assertFailed(await signInWith(keyward, 'idp3'), 'provider_email_missing');
      chat.api = nelly({ id: null });
      assertFailed(await signInWith(keyward, 'idp3'), 'provider_failed');
    });
  });
}
