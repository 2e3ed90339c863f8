import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import type { TestOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { mailsDelivered } from '../codes/support/mailed.ts';
import { verifyDomain } from '../connections/help.ts';
import { addOrganization, membersOf } from '../organizations/help.ts';
import { accountRow, addPerson } from '../people.ts';
import {
  assertFailed,
  assertSignedIn,
  beginLink,
  count,
  FRONTEND,
  signInWith,
  suiteSetup,
} from './harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

const LINKED = 'A new way to sign in to Keyward';
const DROPPED = 'Earlier ways to sign in to Keyward were removed';

/** An address that no other test uses. */
const ADDRESS_FAILURES = 12;

let serial = 0;

/** Makes somebody new sign in at the provider. */
function newUser(provider: TestOidcProvider, fields: Record<string, unknown> = {}) {
  serial += 1;
  const made = { sub: `sub${serial}`, email: `somebody${serial}@example.org`, email_verified: true };
  const user = { ...made, ...fields };
  provider.user = user;
  return user;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`accounts of providers, ${kind}`, async () => {
    const { keyward, providers } = await suiteSetup(kind, {
      settings: { KEYWARD_LIMIT_ADDRESS: `${ADDRESS_FAILURES}/1h` },
    });
    const [first, second] = providers;

    const linksOf = async (token: string) => {
      const answer = await keyward.call('GET', '/account/oauth/links', { token });
      assert.equal(answer.status, 200, answer.text);
      const links: { id: number; provider: string; created_at: string }[] = JSON.parse(answer.text);
      return links.map(({ provider }) => provider);
    };
    const subjectsTo = async (address: string) => {
      await mailsDelivered(keyward);
      const mails = (await keyward.app.services.mailer.captured?.list()) ?? [];
      return mails.flatMap(({ to, subject }) => (to.includes(address) ? [subject] : [])).sort();
    };

    it('OA7: the same subject at two providers is two identities', async () => {
      newUser(first, { sub: 'same', email: 'same-a@example.org' });
      const one = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      newUser(second, { sub: 'same', email: 'same-b@example.org' });
      const two = await assertSignedIn(keyward, await signInWith(keyward, 'idp2'));
      assert.notEqual(two.account['id'], one.account['id']);
    });

    it('OA7: another email at the provider leads to the same account, which keeps its own', async () => {
      const user = newUser(first);
      const one = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      first.user = { ...user, email: 'moved@example.org' };
      const two = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(two.account['id'], one.account['id']);
      assert.equal(two.account['email'], user.email);
    });

    it('OA7: an email that moved to somebody else at the same provider does not take the account', async () => {
      const user = newUser(first);
      await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      newUser(first, { email: user.email });
      assertFailed(await signInWith(keyward, 'idp1'), 'oauth_already_linked');
    });

    it('links by a verified email, keeps the password of a proven mailbox, and mails a notice', async () => {
      const person = await addPerson(keyward, { email: `proven-${kind}@example.org` });
      await keyward.database.query('update accounts set email_verified = 1 where id = $1', [person.id]);
      newUser(first, { email: person.email.toUpperCase() });
      const { account, token } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(account['id'], person.id);
      assert.deepEqual(await linksOf(token), ['idp1']);
      await keyward.logIn(person.email);
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 200);
      assert.deepEqual(await subjectsTo(person.email), [LINKED]);
    });

    it('joins by its domain once it vouches for an email that was only proven, and keeps its link', async () => {
      const root = await addSuperadmin(keyward);
      const set = (enabled: boolean) =>
        keyward.call('PATCH', '/config/organizations', { token: root.token, body: { enabled } });
      assert.equal((await set(true)).status, 200);
      const acme = await addOrganization(keyward, root, root);
      const domain = `taking-${kind}.example`;
      await verifyDomain(keyward, acme, domain);
      await keyward.database.query(`update organization_domains set joining = 'join' where domain = $1`, [
        domain,
      ]);
      const person = await keyward.signUp({ email: `ada@${domain}` });
      await keyward.database.query('update accounts set email_verified = 1 where id = $1', [person.id]);
      newUser(first, { email: person.email });
      const { account, token } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(account['id'], person.id);
      const members = await membersOf(keyward, root, acme);
      assert.deepEqual([members[person.id], await linksOf(token)], [['member'], ['idp1']]);
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 401);
      assert.equal((await set(false)).status, 200);
      // O12-3: nothing is left of whoever opened the account, so what its owner sets later stays.
      const own = { password: `${PASSWORD} own` };
      assert.equal((await keyward.call('PUT', '/update/password', { token, body: own })).status, 200);
      const body = { account_id: person.id, role: 'superadmin' };
      assert.equal((await keyward.call('PATCH', '/account', { token: root.token, body })).status, 200);
      const again = { identifier: person.email, ...own };
      assert.equal((await keyward.call('POST', '/login', { body: again })).status, 200);
    });

    it('OA8: an email that is not reported as verified never links', async () => {
      const person = await addPerson(keyward);
      const before = await accountRow(keyward, person.id);
      const [accounts, links, sessions] = await Promise.all(
        ['accounts', 'provider_links', 'sessions'].map((table) => count(keyward, table)),
      );
      for (const email_verified of [false, undefined, 'true', 1, null]) {
        newUser(first, { email: person.email, email_verified });
        assertFailed(await signInWith(keyward, 'idp1'), 'email_already_exists');
      }
      assert.deepEqual(await accountRow(keyward, person.id), before);
      assert.equal(await count(keyward, 'accounts'), accounts);
      assert.equal(await count(keyward, 'provider_links'), links);
      assert.equal(await count(keyward, 'sessions'), sessions);
    });

    it('registers with an unverified email as unverified', async () => {
      newUser(first, { email_verified: false });
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(account['email_verified'], false);
    });

    it('explains that there is no email to register with', async () => {
      newUser(first, { email: undefined, email_verified: undefined });
      assertFailed(await signInWith(keyward, 'idp1'), 'provider_email_missing');
      newUser(first, { email: 'no address' });
      assertFailed(await signInWith(keyward, 'idp1'), 'provider_email_missing');
    });

    it('derives another handle where the first is taken', async () => {
      await addPerson(keyward, { handle: `taken.name.${kind}` });
      newUser(first, { name: `Taken Name ${kind}` });
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.match(String(account['handle']), new RegExp(`^taken\\.name\\.${kind}\\.[a-z0-9]{5}$`));
    });

    it('first sign-ins of one person at the same time make one account', async () => {
      newUser(first);
      const accounts = Number(await count(keyward, 'accounts'));
      const signedIn = await Promise.all(
        Array.from({ length: 12 }, async () => assertSignedIn(keyward, await signInWith(keyward, 'idp1'))),
      );
      assert.equal(new Set(signedIn.map(({ account }) => account['id'])).size, 1);
      assert.equal(await count(keyward, 'accounts'), accounts + 1);
    });

    it('SE4: an account that is not active gets no session', async () => {
      newUser(first);
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      for (const status of ['suspended', 'pending']) {
        await keyward.database.query('update accounts set status = $1 where id = $2', [
          status,
          Number(account['id']),
        ]);
        assertFailed(await signInWith(keyward, 'idp1'), 'account_inactive');
      }
      const person = await addPerson(keyward, { status: 'suspended' });
      newUser(first, { email: person.email });
      assertFailed(await signInWith(keyward, 'idp1'), 'account_inactive');
    });

    it('OA9: a password and sessions from before the mailbox was proven do not survive a provider', async () => {
      const victim = `victim-${kind}@example.org`;
      const attacker = await keyward.signUp({ email: victim });
      // A link that the attacker has begun, to finish it later.
      const attackersBrowser = createBrowser();
      newUser(second);
      const begun = await beginLink(keyward, 'idp2', attacker.token, attackersBrowser);

      newUser(first, { email: victim });
      const { account, token } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(account['id'], attacker.id);
      assert.equal(account['email_verified'], true);
      assertError(await keyward.call('GET', '/me', { token: attacker.token }), 401, 'SessionDestroyedError');
      const logIn = { body: { identifier: victim, password: PASSWORD } };
      assertError(await keyward.call('POST', '/login/password', logIn), 401, 'InvalidCredentialsError');
      newUser(second);
      const end = await attackersBrowser.followTo(begun, FRONTEND);
      assertFailed(end.searchParams, 'session_destroyed');
      assert.deepEqual(await linksOf(token), ['idp1']);
      assert.deepEqual(await subjectsTo(victim), [LINKED, DROPPED]);
    });

    it('OA10: an identity with an unverified email is unlinked when another provider verifies it', async () => {
      const email = `unverified-${kind}@example.org`;
      const attacker = newUser(first, { email, email_verified: false });
      const one = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      newUser(second, { email });
      const two = await assertSignedIn(keyward, await signInWith(keyward, 'idp2'));
      assert.equal(two.account['id'], one.account['id']);
      assert.deepEqual(await linksOf(two.token), ['idp2']);
      assert.deepEqual(await subjectsTo(email), [LINKED, DROPPED]);
      assert.equal((await keyward.call('GET', '/me', { token: one.token })).status, 401);
      first.user = attacker;
      assertFailed(await signInWith(keyward, 'idp1'), 'email_already_exists');
    });

    it('OA10: the first verified sign-in by a link keeps that link and drops what else there was', async () => {
      const person = await addPerson(keyward);
      const browser = createBrowser();
      const own = newUser(first, { email: person.email });
      const linked = await browser.followTo(
        await beginLink(keyward, 'idp1', person.token, browser),
        FRONTEND,
      );
      assert.equal(linked.searchParams.get('linked'), 'idp1');
      assert.equal((await accountRow(keyward, person.id))['email_verified'], 0);
      newUser(second);
      await browser.followTo(await beginLink(keyward, 'idp2', person.token, browser), FRONTEND);
      first.user = own;
      const { token, account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(account['id'], person.id);
      assert.deepEqual(await linksOf(token), ['idp1']);
      const row = await accountRow(keyward, person.id);
      assert.deepEqual([row['email_verified'], row['password_hash']], [1, null]);
      assert.deepEqual(await subjectsTo(person.email), [LINKED, LINKED, DROPPED]);
    });

    it('RL15: a registration counts as an account that the address opens, a sign-in does not', async () => {
      const user = newUser(first);
      await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      // Other sign-ups from this address use up its limit.
      const { openSignUps } = keyward.app.services;
      for (const _ of Array.from({ length: 100 }))
        await openSignUps.counted({ ipAddress: '127.0.0.1' }, async () => {}).catch(() => {});
      newUser(first);
      assertFailed(await signInWith(keyward, 'idp1'), 'rate_limited');
      first.user = user;
      await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      keyward.clock.advance(3_600_000);
      newUser(first);
      await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
    });

    it('RL1: probing for accounts by a provider counts as a failure of the address', async () => {
      keyward.clock.advance(3_600_000);
      const { email } = await addPerson(keyward);
      const ask = async () => {
        newUser(first, { email, email_verified: false });
        return signInWith(keyward, 'idp1');
      };
      assertFailed(await ask(), 'email_already_exists');
      // The other failures of the hour come from sign-ups.
      for (let failure = 1; failure < ADDRESS_FAILURES; failure += 1)
        assertError(
          await keyward.call('POST', '/signup/password', {
            body: { name: 'Ada', email, password: PASSWORD },
          }),
          409,
          'EmailAlreadyExistsError',
        );
      assertFailed(await ask(), 'rate_limited');
    });
  });
}
