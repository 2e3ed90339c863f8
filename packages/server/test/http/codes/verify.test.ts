import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asObject, assertAnswer } from '../expectations.ts';
import { accountRow } from '../people.ts';
import {
  accessTokenOf,
  addMember,
  assertErrorRedirect,
  assertNoMail,
  assertSession,
  codeFor,
  FRONTEND,
  openLink,
  send,
  suiteMailed,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`/link/verify, /link/reset and /link/signup on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const setStatus = (id: number, status: string) =>
      keyward.app.services.store.accounts.update(id, { status });
    const post = (purpose: string, email: string, otp: string) =>
      keyward.call('POST', `/link/${purpose}`, { body: { email, otp } });
    const click = (purpose: string, email: string, otp: string) =>
      openLink(keyward, purpose, { email, otp, frontend_url: FRONTEND });

    it('CL4: verify proves the mailbox, keeps everything else, mails the owner, and uses the code up', async () => {
      const { id, email, token } = await addMember(keyward, { verified: false });
      const before = await accountRow(keyward, id);
      const otp = await codeFor(keyward, 'verify', email);
      const answer = await post('verify', email, otp);
      assertAnswer(answer, 200, { success: true, message: 'Email verified successfully', email });
      const after = await accountRow(keyward, id);
      const { updated_at, proven_at } = after;
      assert.deepEqual(after, { ...before, email_verified: 1, updated_at, proven_at });
      await assertSession(keyward, token, 'alive');
      assertError(await post('verify', email, otp), 404, 'OTPNotFoundError');
      const { parsed } = await keyward.mail.nextMail(email);
      assert.match(parsed.text ?? '', /keeps its earlier password/);
      await assertNoMail(keyward, email);
    });

    it('verify: an account that was imported as pending becomes active, by either route', async () => {
      for (const by of ['POST', 'GET']) {
        const { id, email } = await addMember(keyward, { verified: false, status: 'pending' });
        await keyward.app.services.store.accounts.update(id, { awaits_proof: 1 });
        assert.equal((await send(keyward, 'login', email)).status, 200);
        const otp = await codeFor(keyward, 'verify', email);
        if (by === 'POST') assert.equal((await post('verify', email, otp)).status, 200);
        else assert.deepEqual((await click('verify', email, otp)).query, { verified: 'true', email });
        const { status, email_verified } = await accountRow(keyward, id);
        assert.deepEqual({ status, email_verified }, { status: 'active', email_verified: 1 });
        await keyward.mail.nextMail(email);
        await assertNoMail(keyward, email);
      }
    });

    it('CL6: verify proves the mailbox of an account that a superadmin has made pending, and keeps it pending', async () => {
      const { token } = await addSuperadmin(keyward);
      const made = await addMember(keyward, { verified: false });
      const pending = { account_id: made.id, status: 'pending' };
      assert.equal((await keyward.call('PATCH', '/account/', { token, body: pending })).status, 200);
      const otp = await codeFor(keyward, 'verify', made.email);
      assert.equal((await post('verify', made.email, otp)).status, 200);
      const { status, email_verified } = await accountRow(keyward, made.id);
      assert.deepEqual({ status, email_verified }, { status: 'pending', email_verified: 1 });
    });

    it('CL4: the first proof mails who has opened the account, and a link that removes what they left', async () => {
      const headers = {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      };
      const email = 'opened@example.org';
      const body = { name: 'Eve', email, password: PASSWORD };
      const opened = await keyward.call('POST', '/signup/password', { body, headers });
      const token = accessTokenOf(opened);
      assert.equal((await post('verify', email, await codeFor(keyward, 'verify', email))).status, 200);
      await assertSession(keyward, token, 'alive');
      const mail = await keyward.mail.nextMail(email);
      assert.match(
        mail.parsed.text ?? '',
        /was opened on .* UTC, under the name Eve, with Firefox, Linux, from 127\.0\.0\.1\./,
      );
      const link = new URL(linkIn(mail));
      assert.equal(link.searchParams.get('change'), 'account');
      const undo = { body: { token: link.searchParams.get('token') } };
      assert.equal((await keyward.call('POST', '/email/undo', undo)).status, 200);
      await assertSession(keyward, token, 'ended');
      const login = { body: { identifier: email, password: PASSWORD } };
      assertError(await keyward.call('POST', '/login', login), 401, 'InvalidCredentialsError');
      const id = Number(asObject(opened.body['account'])['id']);
      assert.equal((await accountRow(keyward, id))['email_verified'], 1);
    });

    it('verify: no other status is lifted, and the code stays valid', async () => {
      const { id, email } = await addMember(keyward, { verified: false });
      const otp = await codeFor(keyward, 'verify', email);
      for (const status of ['suspended', 'on-hold']) {
        await setStatus(id, status);
        const before = await accountRow(keyward, id);
        assertError(await post('verify', email, otp), 403, 'AccountInactiveError');
        assertErrorRedirect(await click('verify', email, otp), FRONTEND, 'account_inactive');
        assert.deepEqual(await accountRow(keyward, id), before);
      }
      await setStatus(id, 'active');
      assert.equal((await post('verify', email, otp)).status, 200);
    });

    it('codes are never mailed to accounts that are suspended', async () => {
      const { email } = await addMember(keyward, { status: 'suspended' });
      for (const purpose of ['login', 'reset', 'verify'])
        for (const form of ['otp', 'link'] as const) {
          const sent = await send(keyward, purpose, email, { form });
          assert.equal(sent.status, form === 'otp' ? 200 : 429, sent.text);
        }
      await assertNoMail(keyward, email);
    });

    it('reset and signup: a look uses nothing up, however often', async () => {
      const { email } = await addMember(keyward);
      for (const [purpose, of] of [
        ['reset', email],
        ['signup', 'fresh@example.org'],
      ] as const) {
        const otp = await codeFor(keyward, purpose, of);
        for (let look = 0; look < 3; look += 1)
          assertAnswer(await post(purpose, of, otp), 200, {
            success: true,
            message: 'OTP verified successfully',
            email: of,
          });
        assertError(await post(purpose, of, wrongCode(otp)), 401, 'OTPInvalidError');
        assert.equal((await post(purpose, of, otp)).status, 200);
        keyward.clock.advance(600_000);
        assertError(await post(purpose, of, otp), 401, 'OTPExpiredError');
      }
    });

    it('every failure of POST carries a message', async () => {
      for (const purpose of ['verify', 'reset', 'signup']) {
        const answer = await post(purpose, 'nobody@example.org', '123456');
        assertError(answer, 404, 'OTPNotFoundError');
      }
      assertError(await post('login', 'nobody@example.org', '123456'), 404, 'UserNotFoundError');
    });
  });
}
