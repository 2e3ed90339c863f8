import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Authenticator } from '../../support/authenticator.ts';
import { assertError, PASSWORD, type Answer, type SignedUp } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { addSuperadmin } from '../admin/admin.ts';
import {
  addMember,
  assertNoMail,
  assertSession,
  codeFor,
  FRONTEND,
  mailsDelivered,
  send,
  suiteMailed,
  waitForNextMail,
} from '../codes/support/mailed.ts';
import { codeOf, enrolTotp } from '../factors/enrol.ts';
import { enrol } from '../factors/passkeys.ts';
import { asObject, assertAnswer, assertRefusal } from '../expectations.ts';
import { accountRow, newSession, signIn } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DAY = 86_400_000;
let serial = 0;

function newEmail(): string {
  serial += 1;
  return `changed${serial}@example.net`;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`a change of email that is confirmed, on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: {
        KEYWARD_LIMIT_MAILBOX: '1000/1h',
        KEYWARD_ALLOWED_FRONTENDS: `${FRONTEND},http://b.example`,
      },
    });

    async function asked(confirm: boolean): Promise<void> {
      const { token } = await addSuperadmin(keyward);
      const body = { confirm_email_change: confirm };
      assert.equal((await keyward.call('POST', '/config/signup', { token, body })).status, 200);
    }

    const patch = (token: string, body: Record<string, unknown>, headers = {}) =>
      keyward.call('PATCH', '/me', { token, body, headers });

    /** Asks for another email, and returns the mails to both mailboxes. */
    async function ask(person: SignedUp, email: string): Promise<{ otp: string; undo: string; link: URL }> {
      const answer = await patch(person.token, { email });
      assert.equal(answer.status, 200, answer.text);
      const mail = await keyward.mail.nextMail(email);
      return { otp: codeIn(mail), link: new URL(linkIn(mail)), undo: await undoTokenTo(person.email) };
    }

    async function undoTokenTo(email: string): Promise<string> {
      const link = new URL(linkIn(await keyward.mail.nextMail(email)));
      assert.equal(link.origin + link.pathname, `${FRONTEND}/email-undo`);
      return link.searchParams.get('token') ?? '';
    }

    const confirm = (email: string, otp: string, token?: string): Promise<Answer> =>
      keyward.call('POST', '/link/verify', { token, body: { email, otp } });

    const undo = (token: string): Promise<Answer> => keyward.call('POST', '/email/undo', { body: { token } });

    const emailOf = async ({ id }: SignedUp) => {
      const { email, email_verified: verified } = await accountRow(keyward, id);
      return [email, Number(verified)];
    };

    it('SU12: a change that waits ends at a rule about domains that came meanwhile', async () => {
      await asked(true);
      const person = await addMember(keyward);
      const email = newEmail();
      const { otp } = await ask(person, email);
      const { token } = await addSuperadmin(keyward);
      const set = (blocked_domains: string[]) =>
        keyward.call('PATCH', '/config/signup', { token, body: { blocked_domains } });
      assert.equal((await set(['example.net'])).status, 200);
      try {
        const body = { email, otp };
        const refused = await keyward.call('POST', '/link/verify', { token: person.token, body });
        assertError(refused, 403, 'EmailDomainNotAllowedError');
        assert.deepEqual(await emailOf(person), [person.email, 1]);
      } finally {
        await set([]);
      }
    });

    it('EC1: counts once the new mailbox is proven; until then nothing but the owner’s view shows it', async () => {
      await asked(true);
      const person = await addMember(keyward);
      const email = newEmail();
      const answer = await patch(person.token, { email, name: 'Ada' }, { origin: 'http://b.example' });
      assert.equal(answer.status, 200, answer.text);
      const { name, email: present, pending_email: pending } = answer.body;
      assert.deepEqual([name, present, pending], ['Ada', person.email, email]);
      const me = asObject((await keyward.call('GET', '/me', { token: person.token })).body['account']);
      assert.deepEqual([me['email'], me['pending_email']], [person.email, email]);
      assert.deepEqual(await emailOf(person), [person.email, 1]);
      await keyward.logIn(person.email);

      const link = new URL(linkIn(await keyward.mail.nextMail(email)));
      // The link leads to a page that asks: scanners open links too, and the mailbox may be a stranger's.
      assert.equal(link.origin + link.pathname, 'http://b.example/magic-link/confirm');
      const { otp = '', key: _, ...rest } = Object.fromEntries(link.searchParams);
      assert.deepEqual(rest, { purpose: 'verify', email });
      await undoTokenTo(person.email);
      assertError(await confirm(email, otp), 403, 'ReauthenticationRequiredError');
      assert.equal((await confirm(email, otp, person.token)).status, 200);
      assert.deepEqual(await emailOf(person), [email, 1]);
      await assertSession(keyward, person.token, 'alive');
      const now = asObject((await keyward.call('GET', '/me', { token: person.token })).body['account']);
      assert.equal(now['pending_email'], undefined);
      // The old mailbox gets another mail.
      await undoTokenTo(person.email);
      const told = await auditLogOf(keyward.database, 'account.email_changed');
      assert.deepEqual(told.at(-1)?.data['changed'], { email });
    });

    it('EC11: a request can ask for a confirmation that the settings do not require', async () => {
      await asked(false);
      const person = await addMember(keyward);
      const email = newEmail();
      const answer = await patch(person.token, { email, confirm_email_change: true });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual([answer.body['email'], answer.body['pending_email']], [person.email, email]);
      assert.deepEqual(await emailOf(person), [person.email, 1]);
      const otp = codeIn(await keyward.mail.nextMail(email));
      assert.equal((await confirm(email, otp, person.token)).status, 200);
      assert.deepEqual(await emailOf(person), [email, 1]);

      // Nothing else asks, so another change counts at once.
      const at = { email: newEmail(), confirm_email_change: false };
      assert.equal((await patch(person.token, at)).body['email'], at.email);
      await asked(true);
      const late = { email: newEmail(), confirm_email_change: false };
      assert.equal((await patch(person.token, late)).body['pending_email'], late.email);
    });

    it('EC2: only the code for the change makes it, and the code makes nothing else', async () => {
      await asked(true);
      const person = await addMember(keyward);
      const email = newEmail();
      const { otp } = await ask(person, email);
      assertError(await confirm(person.email, otp), 404, 'OTPNotFoundError');
      const { token: elsewhere } = await addMember(keyward);
      assertError(await confirm(email, otp, elsewhere), 403, 'ReauthenticationRequiredError');
      // Another person opens an account with the email, because a pending change does not reserve it.
      const other = await keyward.signUp({ email });
      assertError(await confirm(email, otp, person.token), 409, 'EmailAlreadyExistsError');
      assert.deepEqual(await emailOf(other), [email, 0]);
      assert.deepEqual(await emailOf(person), [person.email, 1]);
      const refused = await patch(person.token, { email, name: 'Not kept' });
      assertError(refused, 409, 'EmailAlreadyExistsError');
      assert.notEqual((await accountRow(keyward, person.id))['name'], 'Not kept');
    });

    it('EC3: a later change replaces one that waits; its code can be asked for again; it expires after a day', async () => {
      await asked(true);
      const person = await addMember(keyward);
      const [first, second] = [newEmail(), newEmail()];
      const { otp } = await ask(person, first);
      await ask(person, second);
      assertError(await confirm(first, otp, person.token), 404, 'OTPNotFoundError');
      waitForNextMail(keyward);
      const again = await codeFor(keyward, 'verify', second);
      assertAnswer(await confirm(second, again, person.token), 200, {
        success: true,
        message: 'Email verified successfully',
        email: second,
      });
      await undoTokenTo(person.email);

      const late = await addMember(keyward);
      await ask(late, first);
      keyward.clock.advance(DAY);
      assert.equal((await send(keyward, 'verify', first)).status, 200);
      await assertNoMail(keyward, first);
    });

    it('EC4: the old mailbox restores its email, which ends every session, link and code', async () => {
      await asked(true);
      const person = await addMember(keyward);
      const email = newEmail();
      const { otp, undo: token } = await ask(person, email);
      assert.equal((await confirm(email, otp, person.token)).status, 200);
      assert.equal(await undoTokenTo(person.email), token);
      const { token: other } = await newSession(keyward, person.id);
      const reset = await codeFor(keyward, 'reset', email);
      assertAnswer(await undo(token), 200, {
        success: true,
        message: 'Email restored successfully; all sessions have ended',
      });
      assert.deepEqual(await emailOf(person), [person.email, 1]);
      await assertSession(keyward, person.token, 'ended');
      await assertSession(keyward, other, 'ended');
      const body = { email, otp: reset, password: 'kT7vouzg-2' };
      assertError(await keyward.call('POST', '/forgot/password', { body }), 404, 'UserNotFoundError');
      assert.match((await keyward.mail.nextMail(email)).parsed.subject ?? '', /address is free again/);
      const { parsed } = await keyward.mail.nextMail(person.email);
      assert.match(parsed.subject ?? '', /^Reset your password/);
      assert.doesNotMatch(parsed.text ?? '', /stays as it is/);
      assertRefusal(await undo(token), 400, 'EmailUndoInvalidError');
    });

    it('EC9: undoing removes what somebody has added since seven days before: passwords, factors, recovery codes, links', async () => {
      await asked(true);
      const owner = await addMember(keyward);
      const rowsOf = async (table: string) =>
        (await keyward.database.query(`select account_id from ${table} where account_id = $1`, [owner.id]))
          .length;
      const link = (provider: string) =>
        keyward.app.services.store.providerLinks.insert({
          account_id: owner.id,
          provider,
          subject: owner.email,
          created_at: keyward.clock.now(),
        });
      const { secret } = await enrolTotp(keyward, owner);
      await link('https://own');
      keyward.clock.advance(3 * DAY);
      // The thief comes days before the email changes.
      const stolen = await signIn(keyward, owner.id, { amr: 'otp' });
      const thief = { token: (await keyward.app.services.signIns.tokens(stolen)).accessToken };
      await link('https://planted');
      assert.equal((await enrol(keyward, thief.token, new Authenticator())).status, 201);
      const renewed = await keyward.call('POST', '/account/recovery-codes', { token: thief.token });
      assert.equal(renewed.status, 200, renewed.text);
      keyward.clock.advance(6 * DAY);
      await mailsDelivered(keyward);
      const seen = keyward.mail.mailsTo(owner.email).length;
      for (let n = 0; n < seen; n += 1) await keyward.mail.nextMail(owner.email);
      const again = { token: thief.token, body: { code: codeOf(keyward, secret) } };
      assert.equal((await keyward.call('POST', '/account/reauthenticate', again)).status, 200);
      const email = newEmail();
      const { otp, undo: token } = await ask({ ...owner, token: thief.token }, email);
      assert.equal((await confirm(email, otp, thief.token)).status, 200);
      const password = 'kT7vouzg-2';
      const reset = await codeFor(keyward, 'reset', email);
      const body = { email, otp: reset, password };
      assertError(await keyward.call('POST', '/forgot/password', { body }), 401, 'SecondFactorRequiredError');
      assert.deepEqual([await rowsOf('passkeys'), await rowsOf('recovery_codes')], [1, 10]);

      assert.equal((await undo(token)).status, 200);
      const login = { body: { identifier: owner.email, password } };
      assertError(await keyward.call('POST', '/login', login), 401, 'InvalidCredentialsError');
      const left = ['passkeys', 'recovery_codes', 'totps', 'provider_links'].map(rowsOf);
      assert.deepEqual(await Promise.all(left), [0, 0, 1, 1]);
      assert.equal(Number((await accountRow(keyward, owner.id))['second_factors']), 1);
      const removed = await auditLogOf(keyward.database, 'factor.removed');
      assert.equal(asObject(removed.at(-1)?.data['factor'])['type'], 'passkey');
    });

    it('EC10: the mails of a new password, factor, provider and new recovery codes carry the same link', async () => {
      await asked(false);
      for (const [change, act] of Object.entries({
        password: ({ token }: SignedUp) =>
          keyward.call('PUT', '/update/password', { token, body: { password: 'kT7vouzg-2' } }),
        factor: ({ token }: SignedUp) => enrol(keyward, token, new Authenticator()),
      })) {
        const owner = await addMember(keyward);
        const done = await act(owner);
        assert.ok(done.status < 300, done.text);
        const undoLink = new URL(linkIn(await keyward.mail.nextMail(owner.email)));
        assert.equal(undoLink.searchParams.get('change'), change);
        // It undoes a later change of the email too.
        const moved = await patch(owner.token, { email: newEmail() });
        assert.equal(moved.status, 200, moved.text);
        const token = undoLink.searchParams.get('token') ?? '';
        assert.equal((await undo(token)).status, 200);
        assert.deepEqual(await emailOf(owner), [owner.email, 1]);
        const row = await accountRow(keyward, owner.id);
        assert.deepEqual([row['password_hash'], Number(row['second_factors'])], [null, 0]);
        await assertSession(keyward, owner.token, 'ended');
        assertRefusal(await undo(token), 400, 'EmailUndoInvalidError');
      }
    });

    it('O17-3: undoing an email that was only entered takes over nothing', async () => {
      await asked(false);
      const person = await addMember(keyward);
      const body = { email: newEmail() };
      const moved = await keyward.call('PATCH', '/me', { token: person.token, body });
      assert.equal(moved.status, 200, moved.text);
      const token = (await undoTokenTo(person.email)) ?? assert.fail();
      assert.equal((await undo(token)).status, 200);
      assert.deepEqual(await emailOf(person), [person.email, 1]);
    });

    it('EC5: undoing a change that waits cancels it, and takes the rest away too', async () => {
      await asked(true);
      const person = await addMember(keyward);
      const email = newEmail();
      const { otp, undo: token } = await ask(person, email);
      const made = await enrol(keyward, person.token, new Authenticator());
      assert.equal(made.status, 201, made.text);
      assertAnswer(await undo(token), 200, {
        success: true,
        message: 'Change undone successfully; all sessions have ended',
      });
      assertError(await confirm(email, otp, person.token), 404, 'OTPNotFoundError');
      await assertSession(keyward, person.token, 'ended');
      assert.deepEqual(await emailOf(person), [person.email, 1]);
      assert.equal(Number((await accountRow(keyward, person.id))['second_factors']), 0);
    });

    it('EC6: the holder of a session cannot remove the link: not by more changes, a password or another account', async () => {
      await asked(true);
      const owner = await addMember(keyward);
      const [first, second, third] = [newEmail(), newEmail(), newEmail()];
      const { otp, undo: token } = await ask(owner, first);
      assert.equal((await confirm(first, otp, owner.token)).status, 200);
      await undoTokenTo(owner.email);
      const later = await ask({ ...owner, email: first }, second);
      assert.equal((await confirm(second, later.otp, owner.token)).status, 200);
      await ask({ ...owner, email: second }, third);
      const password = { token: owner.token, body: { password: 'kT7vouzg-2' } };
      assert.equal((await keyward.call('PUT', '/update/password', password)).status, 200);
      // The proven email is kept for its owner, also from other accounts.
      const taken = { body: { name: 'Ada', email: owner.email, password: PASSWORD } };
      assertError(await keyward.call('POST', '/signup/password', taken), 409, 'EmailAlreadyExistsError');
      await asked(false);
      const squatter = await addMember(keyward);
      assertError(await patch(squatter.token, { email: owner.email }), 409, 'EmailAlreadyExistsError');

      keyward.clock.advance(7 * DAY - 1000);
      assert.equal((await undo(token)).status, 200);
      assert.deepEqual(await emailOf(owner), [owner.email, 1]);
      // It also undid later changes, so their links no longer work.
      assertError(await undo(later.undo), 400, 'EmailUndoInvalidError');
    });

    it('EC7: a forged, foreign or old token undoes nothing; a superadmin’s change ends it', async () => {
      await asked(true);
      const person = await addMember(keyward);
      const email = newEmail();
      const { otp, undo: token } = await ask(person, email);
      assert.equal((await confirm(email, otp, person.token)).status, 200);
      const [row] = await keyward.database.query(
        'select undo_nonce from email_changes where account_id = $1',
        [person.id],
      );
      const nonce = String(row?.['undo_nonce']);
      assert.ok(token.startsWith(`${nonce}.`));
      for (const forged of [nonce, `${nonce}.`, `${token}x`, `x${token}`, token.slice(0, -2)])
        assertRefusal(await undo(forged), 400, 'EmailUndoInvalidError');
      const { token: admin } = await addSuperadmin(keyward);
      const body = { account_id: person.id, email: newEmail(), email_verified: true };
      assert.equal((await keyward.call('PATCH', '/account/', { token: admin, body })).status, 200);
      assertRefusal(await undo(token), 400, 'EmailUndoInvalidError');

      const late = await addMember(keyward);
      const { undo: old } = await ask(late, newEmail());
      keyward.clock.advance(7 * DAY);
      assertRefusal(await undo(old), 400, 'EmailUndoInvalidError');
      await keyward.app.services.sweep();
      assert.deepEqual(await keyward.database.query('select id from email_changes'), []);
    });

    it('EC8: a reset by the owner cancels what somebody else has asked for', async () => {
      await asked(true);
      const person = await addMember(keyward);
      const email = newEmail();
      const { otp } = await ask(person, email);
      const reset = {
        email: person.email,
        otp: await codeFor(keyward, 'reset', person.email),
        password: 'kT7vouzg-2',
      };
      assert.equal((await keyward.call('POST', '/forgot/password', { body: reset })).status, 200);
      assertError(await confirm(email, otp), 404, 'OTPNotFoundError');
      assert.deepEqual(await emailOf(person), [person.email, 1]);
    });

    it('takes effect at once where the settings ask for no confirmation', async () => {
      await asked(false);
      const person = await addMember(keyward);
      const email = newEmail();
      const answer = await patch(person.token, { email });
      assert.deepEqual([answer.body['email'], 'pending_email' in answer.body], [email, false]);
      assert.deepEqual(await emailOf(person), [email, 0]);
      await assertNoMail(keyward, email);
    });
  });
}
