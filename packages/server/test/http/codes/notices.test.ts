import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError } from '../../support/keyward.ts';
import type { ReceivedMail } from '../../support/mail-server.ts';
import {
  addMember,
  assertNoMail,
  codeFor,
  mailFor,
  mailsDelivered,
  PURPOSES,
  send,
  suiteMailed,
  waitForNextMail,
} from './support/mailed.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

/** Asserts that a notice names its subject, and has no secret except a link that undoes the change. */
function assertNotice(
  { envelope, parsed }: ReceivedMail,
  to: string,
  subject: RegExp,
  undo: RegExp = /(?!)/,
): void {
  assert.deepEqual(envelope.to, [to]);
  assert.match(parsed.subject ?? '', subject);
  for (const body of [parsed.text ?? '', parsed.html ?? '']) {
    assert.doesNotMatch(body, /otp=|\beyJ[\w-]+\./);
    assert.match(body, /127\.0\.0\.1/);
  }
  assert.doesNotMatch((parsed.text ?? '').replace(undo, ''), /\b\d{6}\b|https?:/);
}

for (const kind of ANY_DATABASE) {
  describe(`PW10: notices to the owner of an account, on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const patch = (token: string, body: Record<string, unknown>) =>
      keyward.call('PATCH', '/me', { token, body });

    it('a new email: to the old address, which names the new one only in part', async () => {
      const { email, token } = await addMember(keyward);
      const newEmail = 'new.address@example.net';
      const changed = await patch(token, { email: newEmail });
      assert.equal(changed.status, 200, changed.text);
      assert.equal(changed.body['email_verified'], false);
      const notice = await keyward.mail.nextMail(email);
      assertNotice(notice, email, /email address .* was changed/i, /http\S+\/email-undo\?token=\S+/);
      assert.match(notice.parsed.text ?? '', /n•••@example\.net/);
      assert.equal(notice.raw.includes('new.address'), false);
      await assertNoMail(keyward, newEmail);
      // The new mailbox is proven like any other.
      const otp = await codeFor(keyward, 'verify', newEmail);
      const verified = await keyward.call('POST', '/link/verify', { body: { email: newEmail, otp } });
      assert.equal(verified.status, 200, verified.text);
    });

    it('a code for the old address is worth nothing after the change', async () => {
      const { email, token } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      assert.equal((await patch(token, { email: 'moved@example.net' })).status, 200);
      for (const address of [email, 'moved@example.net']) {
        const answer = await keyward.call('POST', '/login/otp', { body: { email: address, otp } });
        assert.equal(answer.status, 404, answer.text);
      }
    });

    it('a new password: to the address of the account', async () => {
      const { email, token } = await addMember(keyward);
      const changed = await keyward.call('PUT', '/update/password', {
        token,
        body: { password: 'Another-horse-2' },
      });
      assert.equal(changed.status, 200, changed.text);
      const undo = /http\S+\/email-undo\?token=\S+&change=password/;
      assertNotice(await keyward.mail.nextMail(email), email, /password .* was changed/i, undo);
    });

    it('nothing is mailed when nothing has changed', async () => {
      const { email, token } = await addMember(keyward);
      const other = await addMember(keyward);
      assert.equal((await patch(token, { name: 'New Name', email: email.toUpperCase() })).status, 200);
      assertError(await patch(token, { email: other.email }), 409, 'EmailAlreadyExistsError');
      const weak = { token, body: { password: 'weak' } };
      assertError(await keyward.call('PUT', '/update/password', weak), 400, 'WeakPasswordError');
      await assertNoMail(keyward, email);
      await assertNoMail(keyward, other.email);
    });

    it('OT22: a mailbox that is not proven gets no text that a stranger typed, in no mail and no subject', async () => {
      const name = 'Call 0800 123456 now';
      const isTyped = ({ parsed: { subject, text, html } }: ReceivedMail) =>
        /0800|hacked/.test(`${subject} ${text} ${html}`);
      const stranger = () => addMember(keyward, { verified: false, name });

      const asked = await stranger();
      for (const form of ['otp', 'link'] as const) {
        for (const purpose of PURPOSES)
          assert.equal((await send(keyward, purpose, asked.email, { form })).status, 200);
        waitForNextMail(keyward);
      }
      const change = { token: asked.token, body: { password: 'Another-horse-2' } };
      assert.equal((await keyward.call('PUT', '/update/password', change)).status, 200);
      await mailsDelivered(keyward);
      const mails = keyward.mail.mailsTo(asked.email);
      assert.equal(mails.length, 9);

      const proven = await stranger();
      const code = { email: proven.email, otp: await codeFor(keyward, 'login', proven.email) };
      assert.equal((await keyward.call('POST', '/login/otp', { body: code })).status, 200);
      mails.push(await keyward.mail.nextMail(proven.email));

      const moved = await stranger();
      assert.equal((await patch(moved.token, { email: 'ada@you-were-hacked.example.net' })).status, 200);
      mails.push(await keyward.mail.nextMail(moved.email));

      for (const mail of mails) assert.ok(!isTyped(mail), mail.parsed.text);
      const owner = await addMember(keyward, { name });
      assert.ok(isTyped(await mailFor(keyward, 'login', owner.email)));
    });

    it('a sign-up by password mails nothing by itself', async () => {
      const { email } = await keyward.signUp();
      await assertNoMail(keyward, email);
    });
  });

  describe(`notices to unproven mailboxes, on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_LIMIT_MAILS: '3/1h' } });

    it('count as mails of their address, and those of others are sent all the same', async () => {
      const strangers = [1, 2, 3, 4, 5].map((index) => `stranger${index}@example.net`);
      const { token } = await keyward.signUp();
      for (const email of strangers)
        assert.equal((await keyward.call('PATCH', '/me', { token, body: { email } })).status, 200);
      const owner = await addMember(keyward);
      const change = { token: owner.token, body: { password: 'Another-horse-2' } };
      assert.equal((await keyward.call('PUT', '/update/password', change)).status, 200);
      await mailsDelivered(keyward);
      // The first one went to the mailbox of the sign-up.
      const mailed = strangers.filter((email) => keyward.mail.mailsTo(email).length > 0);
      assert.deepEqual(mailed, strangers.slice(0, 2));
      assert.equal(keyward.mail.mailsTo(owner.email).length, 1);
    });
  });
}
