import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import { assertAccount } from '../expectations.ts';
import {
  accessTokenOf,
  addMember,
  assertSession,
  codeFor,
  FRONTEND,
  send,
  suiteMailed,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /signup/otp on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const signUp = (fields: Record<string, unknown>) =>
      keyward.call('POST', '/signup/otp', { body: { name: 'Ada', password: PASSWORD, ...fields } });

    it('200: creates an account whose email is proven, and signs in', async () => {
      const email = 'Ada.Lovelace@Example.org';
      assert.equal((await send(keyward, 'signup', email)).status, 200);
      const otp = await codeFor(keyward, 'signup', 'grace@example.org');
      const mail = await keyward.mail.nextMail('Ada.Lovelace@example.org');
      const own = /^\s*(\d{6})\s*$/m.exec(mail.parsed.text ?? '')?.[1];
      const answer = await signUp({ email: email.toLowerCase(), otp: own, handle: 'ada' });
      await assertSession(keyward, accessTokenOf(answer), 'alive');
      assertAccount(answer.body['account'], {
        handle: 'ada',
        email_verified: true,
        status: 'active',
        role: 'user',
      });
      await keyward.logIn('ada');
      assertError(await signUp({ email: 'ada2@example.org', otp: own }), 404, 'OTPNotFoundError');
      // A handle that was left out is made up.
      const other = await signUp({ email: 'grace@example.org', otp, name: 'Ada' });
      assert.equal(other.status, 200, other.text);
    });

    it('what can be refused without the code is refused first, and the code stays valid', async () => {
      const email = 'barbara@example.org';
      const taken = await addMember(keyward);
      const otp = await codeFor(keyward, 'signup', email);
      for (const password of ['Ab1', 'abcdef1', 'ABCDEF1', 'Abcdefg', `Aa1${'x'.repeat(1_022)}`])
        assertError(await signUp({ email, otp, password }), 400, 'WeakPasswordError');
      assertError(await signUp({ email, otp, handle: taken.handle }), 409, 'HandleAlreadyExistsError');
      for (const odd of [
        { handle: '' },
        { handle: 'a b' },
        { name: '' },
        { name: 'a\r\nb' },
        { role: 'superadmin' },
      ])
        assertError(await signUp({ email, otp, ...odd }), 422, 'ValidationError');
      accessTokenOf(await signUp({ email, otp }));
    });

    it('409: an email with an account is refused before the code is checked', async () => {
      const { email } = await addMember(keyward);
      assert.equal((await send(keyward, 'signup', email)).status, 200);
      for (let attempt = 0; attempt < 7; attempt += 1)
        assertError(
          await signUp({ email: email.toUpperCase(), otp: '123456' }),
          409,
          'EmailAlreadyExistsError',
        );
      const [code] = await keyward.database.query('select attempts from codes where email_key = $1', [email]);
      assert.equal(code?.['attempts'], 0);
    });

    it('a registered address gets a notice without code and link to it, and the answer is the same', async () => {
      const { email, handle } = await addMember(keyward);
      const known = await send(keyward, 'signup', email, { frontendUrl: FRONTEND });
      const unknown = await send(keyward, 'signup', 'fresh@example.org', { frontendUrl: FRONTEND });
      assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
      const { parsed } = await keyward.mail.nextMail(email);
      assert.match(parsed.subject ?? '', /already have an account/i);
      for (const body of [parsed.text ?? '', parsed.html ?? '']) {
        assert.doesNotMatch(body, /\botp\b|\/link\/signup/);
        assert.equal(body.includes(handle), false);
      }
      assert.doesNotMatch(parsed.text ?? '', /\b\d{6}\b/);
    });

    it('404 and 401: no code, a wrong one, one that has expired', async () => {
      const email = 'karen@example.org';
      assertError(await signUp({ email, otp: '123456' }), 404, 'OTPNotFoundError');
      const otp = await codeFor(keyward, 'signup', email);
      assertError(await signUp({ email, otp: wrongCode(otp) }), 401, 'OTPInvalidError');
      keyward.clock.advance(600_000);
      assertError(await signUp({ email, otp }), 401, 'OTPExpiredError');
      const rows = await keyward.database.query('select id from accounts where email_key = $1', [email]);
      assert.deepEqual(rows, []);
    });

    it('names that lead to one handle get handles of their own', async () => {
      const emails = ['twin1@example.org', 'twin2@example.org', 'twin3@example.org'];
      const handles = await Promise.all(
        emails.map(async (email) => {
          const answer = await signUp({
            email,
            name: 'Same Name',
            otp: await codeFor(keyward, 'signup', email),
          });
          accessTokenOf(answer);
          const account: { handle: string } = JSON.parse(answer.text).account;
          return account.handle;
        }),
      );
      assert.equal(new Set(handles).size, 3);
    });
  });
}
