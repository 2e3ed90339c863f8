import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import { assertAccount } from '../expectations.ts';
import { accountRow, newSession } from '../people.ts';
import {
  accessTokenOf,
  addMember,
  assertNoMail,
  assertSession,
  codeFor,
  send,
  suiteMailed,
  waitForNextMail,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /login/otp on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const logIn = (body: Record<string, unknown>) => keyward.call('POST', '/login/otp', { body });

    it('200: signs in, as POST /link/login does', async () => {
      for (const path of ['/login/otp', '/link/login']) {
        const { id, email } = await addMember(keyward);
        const otp = await codeFor(keyward, 'login', email);
        const answer = await keyward.call('POST', path, { body: { email, otp } });
        await assertSession(keyward, accessTokenOf(answer), 'alive');
        assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'account', 'token_type']);
        assert.equal(answer.body['token_type'], 'Bearer');
        assertAccount(answer.body['account'], { id, email, email_verified: true });
        assertError(await logIn({ email, otp }), 404, 'OTPNotFoundError');
      }
    });

    it('with a password, both must be right, and a wrong one uses nothing up', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      for (const password of ['Wrong-horse-1', '', 'x'.repeat(1_025)])
        assertError(await logIn({ email, otp, password }), 401, 'InvalidCredentialsError');
      assertError(await logIn({ email, otp: wrongCode(otp), password: PASSWORD }), 401, 'OTPInvalidError');
      accessTokenOf(await logIn({ email, otp, password: PASSWORD }));
    });

    it('RL3: passwords tried here count with those tried at the other logins', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      for (let guess = 0; guess < 5; guess += 1) {
        assertError(await logIn({ email, otp, password: `Wrong-${guess}` }), 401, 'InvalidCredentialsError');
        const login = { body: { identifier: email, password: `Wrong-${guess}` } };
        assertError(await keyward.call('POST', '/login', login), 401, 'InvalidCredentialsError');
      }
      const refused = await logIn({ email, otp, password: PASSWORD });
      assertError(refused, 429, 'RateLimitedError');
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      // The code alone is another way in, with a budget of its own.
      accessTokenOf(await logIn({ email, otp }));
    });

    it('OA9, CL4: the first login by code removes all earlier credentials, and mails a notice', async () => {
      const { id, email, token } = await addMember(keyward, { verified: false, phone: '+4930901821' });
      const other = await newSession(keyward, id);
      accessTokenOf(await logIn({ email, otp: await codeFor(keyward, 'login', email) }));
      const after = await accountRow(keyward, id);
      assert.deepEqual([after['email_verified'], after['password_hash'], after['phone']], [1, null, null]);
      await assertSession(keyward, token, 'ended');
      await assertSession(keyward, other.token, 'ended');
      const { parsed } = await keyward.mail.nextMail(email);
      assert.match(parsed.subject ?? '', /confirmed your email address/i);
      assert.match(parsed.text ?? '', /were removed, .*: the password, the phone number, and all sessions\./);
      assert.doesNotMatch(parsed.text ?? '', /\b\d{6}\b|https?:/);

      waitForNextMail(keyward);
      accessTokenOf(await logIn({ email, otp: await codeFor(keyward, 'login', email) }));
      await assertNoMail(keyward, email);
    });

    it('OA9: no notice is mailed about an account that nobody could sign in to', async () => {
      const { id, email } = await addMember(keyward, { verified: false });
      await keyward.app.services.store.accounts.update(id, { password_hash: null });
      await keyward.app.services.store.sessions.deleteOfAccount(id);
      accessTokenOf(await logIn({ email, otp: await codeFor(keyward, 'login', email) }));
      await assertNoMail(keyward, email);
    });

    it('404: an unknown email gets its own error before the code is checked, and counts as a failed login', async () => {
      const email = 'nobody@example.org';
      assert.equal((await send(keyward, 'login', email)).status, 200);
      for (let guess = 0; guess < 10; guess += 1)
        assertError(await logIn({ email, otp: '123456' }), 404, 'UserNotFoundError');
      assertError(await logIn({ email, otp: '123456' }), 429, 'RateLimitedError');
      const [code] = await keyward.database.query('select attempts from codes where email_key = $1', [email]);
      assert.equal(code?.['attempts'], 0);
      await assertNoMail(keyward, email);
    });

    it('403: an inactive account is refused, and the code stays valid', async () => {
      const { id, email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      for (const status of ['suspended', 'pending', 'on-hold']) {
        await keyward.app.services.store.accounts.update(id, { status });
        assertError(await logIn({ email, otp }), 403, 'AccountInactiveError');
        assertError(
          await keyward.call('POST', '/link/login', { body: { email, otp } }),
          403,
          'AccountInactiveError',
        );
      }
      await keyward.app.services.store.accounts.update(id, { status: 'active' });
      accessTokenOf(await logIn({ email, otp }));
    });

    it('401: an expired code is refused, to the millisecond', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      keyward.clock.advance(599_999);
      assertError(await logIn({ email, otp: wrongCode(otp) }), 401, 'OTPInvalidError');
      keyward.clock.advance(1);
      assertError(await logIn({ email, otp }), 401, 'OTPExpiredError');
    });

    it('OT14: a code is for the mailbox, however its address is spelled', async () => {
      const pairs = [
        ['Ada.Byron@Example.ORG', 'ada.byron@example.org'],
        ['ada@xn--mnchen-3ya.example', 'ADA@MÜNCHEN.example'],
      ] as const;
      for (const [stored, typed] of pairs) {
        const { email } = await keyward.signUp({ email: stored });
        assert.equal((await send(keyward, 'login', typed)).status, 200);
        const mail = await keyward.mail.nextMail(email);
        assert.deepEqual(mail.envelope.to, [email]);
        const otp = /^\s*(\d{6})\s*$/m.exec(mail.parsed.text ?? '')?.[1];
        accessTokenOf(await logIn({ email: typed, otp }));
      }
      const tagged = await addMember(keyward, { email: 'u+a@example.org' });
      const plain = await addMember(keyward, { email: 'u@example.org' });
      const otp = await codeFor(keyward, 'login', tagged.email);
      assertError(await logIn({ email: plain.email, otp }), 404, 'OTPNotFoundError');
    });

    it('422: refuses anything but an email and six digits', async () => {
      const email = 'ada@example.org';
      const odd = [
        [],
        ['123456'],
        {},
        123456,
        true,
        null,
        '',
        '12345',
        '1234567',
        '12345a',
        ' 123456',
        '１２３４５６',
      ];
      for (const otp of odd) {
        assertError(await logIn({ email, otp }), 422, 'ValidationError');
        for (const purpose of ['signup', 'login', 'reset', 'verify']) {
          const link = await keyward.call('POST', `/link/${purpose}`, { body: { email, otp } });
          assertError(link, 422, 'ValidationError');
        }
      }
      for (const noEmail of [[], {}, 1, null, true, 'ada', 'a@example.org,b@example.org'])
        assertError(await logIn({ email: noEmail, otp: '123456' }), 422, 'ValidationError');
      assertError(await logIn({ email, otp: '123456', password: ['x'] }), 422, 'ValidationError');
      assertError(await logIn({ email, otp: '123456', purpose: 'reset' }), 422, 'ValidationError');
      const unknown = await keyward.call('POST', '/link/logout', { body: { email, otp: '123456' } });
      assertError(unknown, 422, 'ValidationError');
    });
  });
}
