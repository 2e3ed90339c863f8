import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { type Answer, assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { addMember, FRONTEND, send, suiteMailed, waitForNextMail } from '../codes/support/mailed.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { assertSignedIn, beginLink, oidcSlot, signInWith } from '../providers/harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

const OLD_MS = 10 * 60_000;
const WEEK_MS = 7 * 86_400_000;
/** Set by a session that may be stolen. */
const PLANTED = 'Planted-horse-1';

let serial = 0;
const newEmail = () => `planted${(serial += 1)}@example.org`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what was set without a proof proves nothing, ${kind}`, async () => {
    const provider = await startOidcProvider();
    after(() => provider[Symbol.asyncDispose]());
    const keyward = suiteMailed(kind, {
      settings: {
        ...oidcSlot('IDP1', provider.issuer),
        KEYWARD_ALLOWED_FRONTENDS: `${FRONTEND},http://localhost:3000`,
        KEYWARD_LIMIT_MAILBOX: '1000/1h',
      },
    });

    /** An account whose session is ten minutes old. */
    async function oldSession(): Promise<SignedUp> {
      const person = await addMember(keyward);
      keyward.clock.advance(OLD_MS);
      return person;
    }

    async function succeed(answer: Promise<Answer>): Promise<Answer> {
      const given = await answer;
      assert.equal(given.status, 200, given.text);
      return given;
    }

    const change = (token: string, body: object) => keyward.call('PUT', '/update/password', { token, body });
    const plant = (token: string) => succeed(change(token, { password: PLANTED }));
    const move = (token: string, email: string) =>
      succeed(keyward.call('PATCH', '/me', { token, body: { email } }));
    const reauthenticate = (token: string, body: object) =>
      keyward.call('POST', '/account/reauthenticate', { token, body });

    /** Asserts whether a session is recent, and if not, which methods would make it recent. */
    async function assertRecent(token: string, expected: true | string[]): Promise<void> {
      const answer = await keyward.call('DELETE', '/account/totp', { token });
      if (expected === true) return assertError(answer, 404, 'FactorNotFoundError');
      assertError(answer, 403, 'ReauthenticationRequiredError');
      assert.deepEqual(answer.body.details, { methods: expected });
    }

    /** The code in the next mail that has one; notices come to the mailbox too. */
    async function codeTo(email: string): Promise<string> {
      for (;;) {
        const mail = await keyward.mail.nextMail(email);
        const [code] = /^[ \t]*\d{6}[ \t]*$/m.exec(mail.parsed.text ?? '') ?? [];
        if (code !== undefined) return codeIn(mail);
      }
    }

    async function codeFor(purpose: 'login' | 'reset', email: string): Promise<string> {
      waitForNextMail(keyward);
      await succeed(send(keyward, purpose, email));
      return codeTo(email);
    }

    async function byCode(email: string): Promise<string> {
      const otp = await codeFor('login', email);
      const answer = await succeed(keyward.call('POST', '/login/otp', { body: { email, otp } }));
      return String(answer.body['access_token']);
    }

    async function byProvider(): Promise<string> {
      return (await assertSignedIn(keyward, await signInWith(keyward, 'idp1'))).token;
    }

    async function link(person: SignedUp): Promise<void> {
      provider.register([`${keyward.url}/auth/idp1/callback`]);
      serial += 1;
      provider.user = {
        sub: `planted${serial}`,
        email: `nobody${serial}@example.net`,
        email_verified: false,
      };
      const browser = createBrowser();
      await browser.followTo(
        await beginLink(keyward, 'idp1', person.token, browser),
        'http://localhost:3000',
      );
    }

    it('RA1: a password that an old session sets reauthenticates nobody', async () => {
      const { token, email } = await oldSession();
      await plant(token);
      await assertRecent(token, ['otp']);
      assertError(await reauthenticate(token, { password: PLANTED }), 422, 'ValidationError');
      const leave = { token, body: { current_password: PLANTED } };
      assertError(await keyward.call('DELETE', '/me', leave), 403, 'ReauthenticationRequiredError');
      // A further change with this current password does not help either.
      await succeed(change(token, { password: `${PLANTED}2`, current_password: PLANTED }));
      await assertRecent(token, ['otp']);
      const signedIn = await keyward.logIn(email, `${PLANTED}2`);
      await assertRecent(signedIn.token, ['otp']);
    });

    it('RA1: a sign-in with it is recent after seven days, not before', async () => {
      const { token, email } = await oldSession();
      await plant(token);
      keyward.clock.advance(WEEK_MS - 1);
      await assertRecent((await keyward.logIn(email, PLANTED)).token, ['otp']);
      keyward.clock.advance(1);
      await assertRecent((await keyward.logIn(email, PLANTED)).token, true);
    });

    it('RA1: after a sign-in by a mailed code, it reauthenticates that session and no older one', async () => {
      const { token: old, email } = await oldSession();
      await plant(old);
      const token = await byCode(email);
      await assertRecent(token, true);
      keyward.clock.advance(OLD_MS);
      await assertRecent(token, ['password']);
      await succeed(reauthenticate(token, { password: PLANTED }));
      await assertRecent(token, true);
      await assertRecent(old, ['otp']);
      await succeed(reauthenticate(old, { otp: await codeFor('login', email) }));
      await assertRecent(old, true);
    });

    it('RA1: a password that was set with a proof counts at once', async () => {
      const withPassword = await oldSession();
      await succeed(change(withPassword.token, { password: PLANTED, current_password: PASSWORD }));
      await assertRecent((await keyward.logIn(withPassword.email, PLANTED)).token, true);
      await succeed(reauthenticate(withPassword.token, { password: PLANTED }));

      const reauthenticated = await oldSession();
      await succeed(reauthenticate(reauthenticated.token, { password: PASSWORD }));
      await plant(reauthenticated.token);
      await assertRecent((await keyward.logIn(reauthenticated.email, PLANTED)).token, true);
    });

    it('RA1: a password that a superadmin sets, or a mailed code resets, counts', async () => {
      const person = await oldSession();
      await plant(person.token);
      const { token } = await addSuperadmin(keyward);
      await succeed(
        keyward.call('PATCH', '/account/', { token, body: { account_id: person.id, password: PASSWORD } }),
      );
      await assertRecent((await keyward.logIn(person.email)).token, true);

      const other = await oldSession();
      await plant(other.token);
      const otp = await codeFor('reset', other.email);
      const body = { email: other.email, otp, password: PASSWORD };
      const reset = await succeed(keyward.call('POST', '/forgot/password', { body }));
      await assertRecent(String(reset.body['access_token']), true);
      await assertRecent((await keyward.logIn(other.email)).token, true);
    });

    it('RA1: a provider that an old session links signs nobody in as recent for seven days', async () => {
      const person = await oldSession();
      await link(person);
      await assertRecent(await byProvider(), ['password']);
      keyward.clock.advance(WEEK_MS);
      await assertRecent(await byProvider(), true);

      const recent = await addMember(keyward);
      await link(recent);
      await assertRecent(await byProvider(), true);
    });

    it('RA1: a mailbox that an old session sets is no proof, whatever it is used for', async () => {
      const { token } = await oldSession();
      await plant(token);
      const email = newEmail();
      await move(token, email);
      await assertRecent(token, []);
      assertError(await reauthenticate(token, { otp: '123456' }), 403, 'ReauthenticationRequiredError');
      await assertRecent(await byCode(email), []);
      const otp = await codeFor('reset', email);
      const body = { email, otp, password: PASSWORD };
      const reset = await succeed(keyward.call('POST', '/forgot/password', { body }));
      await assertRecent(String(reset.body['access_token']), []);
      const again = await keyward.logIn(email);
      await assertRecent(again.token, []);
      keyward.clock.advance(WEEK_MS);
      await assertRecent((await keyward.logIn(email)).token, true);
    });

    it('RA1: a provider links itself to such a mailbox without becoming a proof', async () => {
      const { token } = await oldSession();
      const email = newEmail();
      await move(token, email);
      provider.register([`${keyward.url}/auth/idp1/callback`]);
      provider.user = { sub: email, email, email_verified: true };
      await assertRecent(await byProvider(), []);
    });

    it('RA1: nor is a mailbox that was asked for without a proof, confirmed, and moved back by its own undo', async () => {
      const root = await addSuperadmin(keyward);
      const confirm_email_change = true;
      await succeed(
        keyward.call('POST', '/config/signup', { token: root.token, body: { confirm_email_change } }),
      );
      try {
        const { token, email: victim } = await oldSession();
        const [first, second] = [newEmail(), newEmail()];
        const confirmed = async (email: string) => {
          await move(token, email);
          const otp = await codeTo(email);
          await succeed(keyward.call('POST', '/link/verify', { token, body: { email, otp } }));
        };
        await confirmed(first);
        await keyward.mail.nextMail(victim);
        await assertRecent(await byCode(first), ['password']);
        waitForNextMail(keyward);
        await confirmed(second);
        const undoes = new URL(linkIn(await keyward.mail.nextMail(first))).searchParams.get('token');
        await succeed(keyward.call('POST', '/email/undo', { body: { token: undoes } }));
        // The link for a new password.
        await codeTo(first);
        await assertRecent(await byCode(first), []);
      } finally {
        const { token } = await addSuperadmin(keyward);
        await keyward.call('POST', '/config/signup', { token, body: {} });
      }
    });

    /** What leads into an account beside its mailbox. */
    async function entrances({ id, email }: SignedUp, password: string): Promise<string[]> {
      const links = await keyward.app.services.store.providerLinks.ofAccount(id);
      const body = { identifier: email, password };
      const { status } = await keyward.call('POST', '/login/password', { body });
      return [...(status === 200 ? ['password'] : []), ...(links.length > 0 ? ['link'] : [])];
    }

    /** The mailed link that undoes the newest change. */
    async function undoLink({ email }: SignedUp): Promise<string | null> {
      await keyward.mail.nextMail(email);
      return new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token');
    }

    const bySuperadmin = async ({ id }: SignedUp, body: object) => {
      const { token } = await addSuperadmin(keyward);
      await succeed(keyward.call('PATCH', '/account', { token, body: { account_id: id, ...body } }));
    };

    for (const [act, body] of [
      ['a promotion', { role: 'superadmin' }],
      ['a password of a superadmin', { password: PASSWORD }],
    ] as const) {
      it(`RA2: ${act} drops what an old session has set, and leaves the undo to the owner`, async () => {
        const person = await oldSession();
        await plant(person.token);
        await link(person);
        const token = await undoLink(person);
        await bySuperadmin(person, body);
        assert.deepEqual(await entrances(person, PLANTED), []);
        await succeed(keyward.call('POST', '/email/undo', { body: { token } }));
        assert.deepEqual(await entrances(person, PASSWORD), []);
      });

      it(`RA2: ${act} keeps what was set with a proof`, async () => {
        const person = await addMember(keyward);
        await succeed(change(person.token, { password: PASSWORD, current_password: PASSWORD }));
        await link(person);
        await bySuperadmin(person, body);
        assert.deepEqual(await entrances(person, PASSWORD), ['password', 'link']);
      });
    }

    it('RA2: a new email of a superadmin drops what an old session has set, and every undo', async () => {
      const person = await oldSession();
      await plant(person.token);
      await link(person);
      const token = await undoLink(person);
      const email = newEmail();
      await bySuperadmin(person, { email });
      assert.deepEqual(await entrances({ ...person, email }, PLANTED), []);
      assertError(
        await keyward.call('POST', '/email/undo', { body: { token } }),
        400,
        'EmailUndoInvalidError',
      );
    });

    it('RA2: a promotion drops such a password and link after seven days too', async () => {
      const person = await oldSession();
      await plant(person.token);
      await link(person);
      keyward.clock.advance(WEEK_MS);
      await bySuperadmin(person, { role: 'superadmin' });
      assert.deepEqual(await entrances(person, PLANTED), []);
    });
  });
}
