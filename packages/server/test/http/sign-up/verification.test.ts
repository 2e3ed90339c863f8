import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { ANY_DATABASE, databasesFor } from '../../support/usual-size.ts';
import {
  accessTokenOf,
  assertNoMail,
  FRONTEND,
  openLink,
  startMailed,
  suiteMailed,
  waitForNextMail,
} from '../codes/support/mailed.ts';
import { superadminOf } from '../config/superadmin.ts';
import { accountRow, addPerson } from '../people.ts';

const NOWHERE = 'https://elsewhere.example';

let serial = 0;
const newEmail = () => `verify${(serial += 1)}@example.org`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`send_verification on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const set = async (signup: object) => (await superadminOf(keyward)).set('signup', signup);
    const signUp = async (email: string, origin?: string, path = '/signup/password') => {
      const body = { name: 'Ada', email, password: PASSWORD };
      const more = path === '/signup' ? { handle: `handle${serial}` } : {};
      const headers = origin === undefined ? {} : { origin };
      const answer = await keyward.call('POST', path, { body: { ...body, ...more }, headers });
      assert.equal(answer.status, path === '/signup' ? 201 : 200, answer.text);
      return String(answer.body['access_token']);
    };

    it('a sign-up with a password mails a code and a link, which both verify', async () => {
      await set({ send_verification: true });
      for (const path of ['/signup', '/signup/password']) {
        const email = newEmail();
        await signUp(email, undefined, path);
        const mail = await keyward.mail.nextMail(email);
        const answer = await keyward.call('POST', '/link/verify', { body: { email, otp: codeIn(mail) } });
        assert.equal(answer.status, 200, answer.text);
      }
      for (const [origin, target] of [
        [FRONTEND, FRONTEND],
        [NOWHERE, keyward.url],
      ] as const) {
        const email = newEmail();
        const token = await signUp(email, origin);
        const { pathname, searchParams } = new URL(linkIn(await keyward.mail.nextMail(email)));
        assert.equal(pathname, '/auth/link/verify');
        const opened = await openLink(keyward, 'verify', Object.fromEntries(searchParams));
        assert.equal(opened.target, `${target}/magic-link/callback`);
        assert.equal(opened.query['verified'], 'true');
        const me = await keyward.call('GET', '/me', { token });
        assert.match(me.text, /"email_verified":true/);
      }
    });

    it("an owner's new email gets one, the same email in another case does not", async () => {
      await set({ send_verification: true });
      const person = await addPerson(keyward);
      const change = async (email: string) => {
        const answer = await keyward.call('PATCH', '/me', { token: person.token, body: { email } });
        assert.equal(answer.status, 200, answer.text);
      };
      await change(person.email.toUpperCase());
      await assertNoMail(keyward, person.email);
      const email = newEmail();
      await change(email);
      const otp = codeIn(await keyward.mail.nextMail(email));
      assert.equal((await keyward.call('POST', '/link/verify', { body: { email, otp } })).status, 200);
      assert.equal(Number((await accountRow(keyward, person.id))['email_verified']), 1);
    });

    it('a right password that is refused for want of proof mails one, at most one a minute', async () => {
      await set({ send_verification: true, require_verified_email: false });
      const { email } = await addPerson(keyward);
      await set({ send_verification: true, require_verified_email: true });
      const logIn = (password: string) =>
        keyward.call('POST', '/login', { body: { identifier: email, password } });
      assertError(await logIn('Wrong-horse-1'), 401, 'InvalidCredentialsError');
      await assertNoMail(keyward, email);
      assertError(await logIn(PASSWORD), 403, 'EmailProofRequiredError');
      await keyward.mail.nextMail(email);
      assertError(await logIn(PASSWORD), 403, 'EmailProofRequiredError');
      await assertNoMail(keyward, email);
      waitForNextMail(keyward);
      assertError(await logIn(PASSWORD), 403, 'EmailProofRequiredError');
      const otp = codeIn(await keyward.mail.nextMail(email));
      assert.equal((await keyward.call('POST', '/link/verify', { body: { email, otp } })).status, 200);
      accessTokenOf(await logIn(PASSWORD));
    });

    it('nothing is mailed by itself while it is off', async () => {
      await set({});
      const email = newEmail();
      await signUp(email);
      await assertNoMail(keyward, email);
    });
  });
}

for (const kind of ANY_DATABASE) {
  it(`a sign-up does not fail if its mail fails, and the strict profile sends it, on ${kind}`, async () => {
    await using keyward = await startMailed(kind, {
      settings: { KEYWARD_PROFILE: 'strict', KEYWARD_LIMIT_MAILS: '1/1h' },
    });
    const [first, second] = [newEmail(), newEmail()];
    await keyward.signUp({ email: first });
    await keyward.mail.nextMail(first);
    await keyward.signUp({ email: second });
    await assertNoMail(keyward, second);
  });
}
