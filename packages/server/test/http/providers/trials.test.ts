import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSuperadmin, assertForSuperadmins } from '../admin/admin.ts';
import { superadminOf } from '../config/superadmin.ts';
import { addPerson } from '../people.ts';
import { type Browser, createBrowser } from '../../support/browser.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { assertError } from '../../support/keyward.ts';
import { count, FRONTEND, openCallback, signInWith, suiteSetup, walkToCallback } from './harness.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`trials of a provider, ${kind}`, async () => {
    const { keyward, providers } = await suiteSetup(kind);
    const [provider] = providers;
    const callbackOf = (name: string) => `${keyward.url}/auth/${name}/callback`;

    /** @returns the trial; the browser has its cookie */
    async function begin(browser: Browser, token: string, name = 'idp1') {
      const answer = await fetch(`${keyward.url}/auth/config/${name}/test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(answer.status, 201, await answer.clone().text());
      browser.takeUp(keyward.url, answer);
      const { id, url }: { id: string; url: string } = JSON.parse(await answer.text());
      return { id, url };
    }
    async function outcomeOf(token: string, id: string, name = 'idp1') {
      const answer = await keyward.call('GET', `/config/${name}/test/${id}`, { token });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    }
    /** The browser ends in the console, without tokens. */
    async function backFrom(browser: Browser, callback: URL, id: string) {
      const answer = await browser.get(String(callback));
      assert.equal(answer.status, 307);
      const end = `${keyward.url}/console/settings/providers?slot=idp1&trial=${id}`;
      assert.equal(answer.headers.get('location'), end);
    }
    async function run(token: string, user = provider.user) {
      provider.user = user;
      const browser = createBrowser();
      const { id, url } = await begin(browser, token);
      await backFrom(browser, await browser.followTo(url, callbackOf('idp1')), id);
      return { outcome: await outcomeOf(token, id) };
    }

    it('is for superadmins who have signed in recently', async () => {
      await assertForSuperadmins(keyward, (token) => keyward.call('POST', '/config/idp1/test', { token }));
      const { token } = await addSuperadmin(keyward);
      keyward.clock.advance(11 * 60_000);
      assertError(
        await keyward.call('POST', '/config/idp1/test', { token }),
        403,
        'ReauthenticationRequiredError',
      );
    });

    it('shows what came back and whose account it reaches, and signs nobody in', async () => {
      const { token } = await addSuperadmin(keyward);
      const before = [await count(keyward, 'sessions'), await count(keyward, 'accounts')];
      const fresh = { sub: 'new-1', email: 'new@example.org', email_verified: true, name: 'Nora New' };
      const { outcome } = await run(token, fresh);
      assert.partialDeepStrictEqual(outcome, {
        status: 'succeeded',
        profile: { subject: 'new-1', email: 'new@example.org', email_verified: true, name: 'Nora New' },
        reach: { how: 'new', account_id: null },
        failure: null,
      });
      assert.equal(Object(outcome['received']).id_token.sub, 'new-1');
      assert.deepEqual([await count(keyward, 'sessions'), await count(keyward, 'accounts')], before);

      const { id } = await addPerson(keyward, { email: 'known@example.org', verified: true });
      const known = { sub: 'known-1', email: 'known@example.org', email_verified: true };
      assert.partialDeepStrictEqual((await run(token, known)).outcome['reach'], {
        how: 'adopted',
        account_id: id,
      });
      await signInWith(keyward, 'idp1');
      assert.partialDeepStrictEqual((await run(token, known)).outcome['reach'], {
        how: 'linked',
        account_id: id,
      });
      const other = { ...known, sub: 'known-2' };
      assert.partialDeepStrictEqual((await run(token, other)).outcome['reach'], {
        how: 'refused',
        account_id: id,
      });
    });

    it('never reaches a superadmin by the email, nor anybody by one that is not verified', async () => {
      const root = await addSuperadmin(keyward);
      const trial = (email: string, verified: boolean) =>
        run(root.token, { sub: `of ${email}`, email, email_verified: verified });
      assert.partialDeepStrictEqual((await trial(root.email, true)).outcome['reach'], { how: 'refused' });
      const { email } = await addPerson(keyward);
      assert.partialDeepStrictEqual((await trial(email, false)).outcome['reach'], { how: 'refused' });
      const refused = await run(root.token, null);
      assert.equal(refused.outcome['status'], 'failed');
      assert.match(String(refused.outcome['failure']), /access_denied/);
    });

    it('says what a sign-in then does', async () => {
      const { token } = await addSuperadmin(keyward);
      const admin = await superadminOf(keyward);
      async function assertSame(user: Record<string, unknown>, expected: string) {
        const { outcome } = await run(token, { sub: `sub of ${String(user['email'])}`, ...user });
        const { how, reason } = Object(outcome['reach']);
        const query = await signInWith(keyward, 'idp1');
        assert.deepEqual(
          [how, query.get('error_code'), query.get('error')],
          expected.includes('_') ? ['refused', expected, reason] : [expected, null, null],
        );
      }
      const { email: suspended } = await addPerson(keyward, { status: 'suspended', verified: true });
      await assertSame({ email: suspended, email_verified: true }, 'account_inactive');
      const { email: root } = await addSuperadmin(keyward);
      await assertSame({ email: root, email_verified: true }, 'email_already_exists');
      await assertSame({ email: 'first@example.org', email_verified: false }, 'new');
      // The first proof drops the link of whoever opened the account.
      const proven = { email: 'first@example.org', email_verified: true };
      await assertSame({ ...proven, sub: 'the owner' }, 'adopted');
      await assertSame({ ...proven, sub: 'the owner' }, 'linked');
      await assertSame({ ...proven, sub: 'the next owner' }, 'oauth_already_linked');
      await assertSame({ email: undefined }, 'provider_email_missing');
      await admin.set('signup', { mode: 'closed' });
      await assertSame({ email: 'nobody@example.org', email_verified: true }, 'signup_closed');
      const { email } = await addPerson(keyward);
      await assertSame({ email, email_verified: false }, 'signup_closed');
      await assertSame({ email, email_verified: true }, 'adopted');
      await admin.set('signup', {});
    });

    it('keeps the flow of a trial and that of a sign-in apart, and each to its browser', async () => {
      provider.user = { sub: 'ada', email: 'ada@example.org', email_verified: true };
      const { token } = await addSuperadmin(keyward);
      const browser = createBrowser();
      const { id, url } = await begin(browser, token);
      const callback = await browser.followTo(url, callbackOf('idp1'));
      const stranger = createBrowser();
      await walkToCallback(keyward, 'idp1', stranger);
      const failed = await openCallback(stranger, callback);
      assert.equal(failed.get('error_code'), 'oauth_state');
      assert.equal((await outcomeOf(token, id))['status'], 'pending');
      // At another provider, the state is unknown.
      const elsewhere = String(callback).replace('/idp1/', '/idp2/');
      assert.equal((await openCallback(browser, elsewhere)).get('error_code'), 'oauth_state');
      await backFrom(browser, callback, id);
      assert.equal((await outcomeOf(token, id))['status'], 'succeeded');
      // Once, like a sign-in.
      assert.equal((await openCallback(browser, callback)).get('error_code'), 'oauth_state');
      const query = await signInWith(keyward, 'idp1', browser);
      assert.ok(query.has('access_token'), `${FRONTEND}: ${query.toString()}`);
      assertError(await keyward.call('GET', '/config/idp2/test/' + id, { token }), 400, 'OAuthStateError');
      keyward.clock.advance(11 * 60_000);
      assertError(await keyward.call('GET', `/config/idp1/test/${id}`, { token }), 400, 'OAuthStateError');
    });
  });
}
