import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD, type TestKeyward } from '../../support/keyward.ts';
import { codeIn } from '../../support/mail-server.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { addSuperadmin } from '../admin/admin.ts';
import {
  addMember,
  codeFor,
  startMailed,
  suiteMailed,
  waitForNextMail,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

const BROWSER = /^[\w-]{22}$/;

/** The result of a code: the error's code, or `right`. */
async function present(by: Pick<TestKeyward, 'call'>, email: string, otp: string): Promise<string> {
  const answer = await by.call('POST', '/link/login', { body: { email, otp } });
  return answer.status === 200 ? 'right' : String(answer.body['error_code']);
}

const ask = (by: Pick<TestKeyward, 'call'>, email: string) =>
  by.call('POST', '/send/email/otp/login', { body: { email } });

for (const kind of databasesFor(import.meta.filename)) {
  describe(`who may guess codes on ${kind}`, () => {
    const keyward = suiteMailed(kind);

    async function codeOf(visitor: Visitor, email: string): Promise<string> {
      const sent = await ask(visitor, email);
      assert.equal(sent.status, 200, sent.text);
      return codeIn(await keyward.mail.nextMail(email));
    }

    it('OT23: an hour of guesses by strangers leaves codes valid for their requesters', async () => {
      const { email } = await addMember(keyward);
      const owner = visitorOf(keyward, '127.0.0.1', 'cookies');
      const guesser = visitorOf(keyward, '127.0.9.1');
      for (let codes = 0; codes < 4; codes += 1) {
        waitForNextMail(keyward);
        const otp = await codeOf(owner, email);
        for (let guess = 1; guess <= 5; guess += 1)
          assert.equal(await present(guesser, email, wrongCode(otp, guess)), 'otp_invalid');
      }
      waitForNextMail(keyward);
      const otp = await codeOf(owner, email);
      assert.equal(await present(guesser, email, otp), 'rate_limited');
      assert.equal(await present(owner, email, otp), 'right');
    });

    it('OT23: guesses on codes that a stranger requested leave the others valid too', async () => {
      const { email } = await addMember(keyward);
      const owner = visitorOf(keyward, '127.0.0.1', 'cookies');
      const guesser = visitorOf(keyward, '127.0.9.2', 'cookies');
      for (let codes = 0; codes < 4; codes += 1) {
        waitForNextMail(keyward);
        const otp = await codeOf(guesser, email);
        for (let guess = 1; guess <= 5; guess += 1)
          assert.equal(await present(guesser, email, wrongCode(otp, guess)), 'otp_invalid');
      }
      waitForNextMail(keyward);
      assert.equal(await present(guesser, email, await codeOf(guesser, email)), 'rate_limited');
      waitForNextMail(keyward);
      assert.equal(await present(owner, email, await codeOf(owner, email)), 'right');
    });

    it('OT23: a browser that keeps its cookie shares its guesses with nobody at its address', async () => {
      const { email } = await addMember(keyward);
      const owner = visitorOf(keyward, '127.0.9.3', 'cookies');
      const neighbour = visitorOf(keyward, '127.0.9.3');
      waitForNextMail(keyward);
      // The answer to the first request sets the cookie.
      assert.equal(await present(owner, email, await codeOf(owner, email)), 'right');
      const [name, cookie] = [...owner.cookies][0] ?? [];
      assert.equal(name, 'keyward_device');
      assert.match(cookie?.split('.')[0] ?? '', BROWSER);
      waitForNextMail(keyward);
      const otp = await codeOf(owner, email);
      for (let guess = 1; guess <= 5; guess += 1)
        assert.equal(await present(neighbour, email, wrongCode(otp, guess)), 'otp_invalid');
      assert.equal(await present(neighbour, email, otp), 'otp_not_found');
      // The same browser at another address.
      const moved = visitorOf(keyward, '127.0.9.4', 'cookies');
      moved.cookies.set('keyward_device', cookie ?? '');
      assert.equal(await present(moved, email, otp), 'right');
    });
  });

  for (const profile of ['documented', 'strict'])
    describe(`codes that strangers request, on ${kind} in ${profile}`, () => {
      const keyward = suiteMailed(kind, { settings: { KEYWARD_PROFILE: profile } });

      async function codeOf(visitor: Visitor, email: string): Promise<string> {
        const sent = await ask(visitor, email);
        assert.equal(sent.status, 200, sent.text);
        return codeIn(await keyward.mail.nextMail(email));
      }

      async function wrong(visitor: Visitor, email: string, otp: string): Promise<string[]> {
        const answers: string[] = [];
        for (let guess = 1; guess <= 5; guess += 1)
          answers.push(await present(visitor, email, wrongCode(otp, guess)));
        return answers;
      }

      /** A member with a browser that signed in, and a stranger. */
      async function people() {
        const { email } = await addMember(keyward);
        const owner = visitorOf(keyward, '127.0.9.5', 'cookies');
        const body = { identifier: email, password: PASSWORD };
        assert.equal((await owner.call('POST', '/login', { body })).status, 200);
        return { email, owner, stranger: visitorOf(keyward, '127.0.9.6', 'cookies') };
      }

      it('OT23: do not replace the code of a known device, nor use up its guesses', async () => {
        const { email, owner, stranger } = await people();
        const own = await codeOf(owner, email);
        for (let minute = 0; minute < 3; minute += 1) {
          const otp = await codeOf(stranger, email);
          assert.deepEqual(await wrong(stranger, email, otp), Array(5).fill('otp_invalid'));
          // A stranger cannot learn that there is another code.
          assert.equal(await present(stranger, email, otp), 'otp_not_found');
          waitForNextMail(keyward);
        }
        const foreign = await codeOf(stranger, email);
        assert.equal(await present(owner, email, own), 'right');
        assert.equal(await present(stranger, email, foreign), 'otp_not_found', 'all end with the first');
        assert.equal(await present(owner, email, own), 'otp_not_found');
      });

      it('OT23: have guesses of their own, which the known device does not use up', async () => {
        const { email, owner } = await people();
        const phone = visitorOf(keyward, '127.0.9.7', 'cookies');
        const own = await codeOf(owner, email);
        const other = await codeOf(phone, email);
        assert.deepEqual(await wrong(owner, email, own), Array(5).fill('otp_invalid'));
        assert.equal(await present(owner, email, own), 'otp_not_found');
        assert.equal(await present(phone, email, other), 'right');
      });

      it('OT23: a code that a known device requests works elsewhere too', async () => {
        const { email, owner, stranger } = await people();
        const own = await codeOf(owner, email);
        await codeOf(stranger, email);
        assert.equal(await present(visitorOf(keyward, '127.0.9.8'), email, own), 'right');
      });

      it('OT2: DELETE /otp/ by email and purpose removes both', async () => {
        const { email, owner, stranger } = await people();
        const codes = [await codeOf(owner, email), await codeOf(stranger, email)];
        const { token } = await addSuperadmin(keyward);
        const body = { identifier: email, purpose: 'login' };
        const listed = await keyward.call('GET', `/otp/?identifier=${email}`, { token });
        assert.equal(listed.body['total'], 2, listed.text);
        assert.equal((await keyward.call('DELETE', '/otp/', { token, body })).status, 200);
        const [removed] = (await auditLogOf(keyward.database, 'codes.removed')).slice(-1);
        assert.deepEqual([removed?.data['count'], removed?.data['which']], [2, 'one']);
        for (const otp of codes) assert.equal(await present(owner, email, otp), 'otp_not_found');
      });
    });

  describe(`guesses of codes over all accounts on ${kind}`, () => {
    it('OT24: beyond a rate, only the browser that requested a code may guess, and the deployment reports it', async () => {
      await using keyward = await startMailed(kind, { settings: { KEYWARD_LIMIT_CODES: '30/15m' } });
      const owner = visitorOf(keyward, '127.0.0.1', 'cookies');
      const { email } = await addMember(keyward);
      await ask(owner, email);
      const own = codeIn(await keyward.mail.nextMail(email));
      const others: { email: string; otp: string }[] = [];
      for (let person = 0; person < 8; person += 1) {
        const member = await addMember(keyward);
        others.push({ email: member.email, otp: await codeFor(keyward, 'login', member.email) });
      }
      const answers = await Promise.all(
        others.flatMap((one, person) =>
          Array.from({ length: 5 }, (_, guess) =>
            present(visitorOf(keyward, `127.0.8.${person + 1}`), one.email, wrongCode(one.otp, guess + 1)),
          ),
        ),
      );
      assert.equal(answers.filter((answer) => answer === 'otp_invalid').length, 30);
      assert.equal(answers.filter((answer) => answer === 'rate_limited').length, 10);

      // The address that asked is not sufficient.
      const [first] = others;
      const { email: other = '', otp = '' } = first ?? {};
      const refused = await keyward.call('POST', '/login/otp', { body: { email: other, otp } });
      assertError(refused, 429, 'RateLimitedError');
      assert.match(String(refused.body['message']), /only in the browser that asked for it/);
      assert.ok(Number(refused.headers.get('retry-after')) <= 900);
      assert.equal(await present(owner, email, wrongCode(own)), 'otp_invalid');
      assert.equal(await present(owner, email, own), 'right');

      const told = await auditLogOf(keyward.database, 'codes.restricted');
      assert.equal(told.length, 1);
      assert.equal(told[0]?.data['limit'], 30);
      keyward.clock.advance(16 * 60_000);
      await ask(keyward, other);
      assert.equal(await present(keyward, other, codeIn(await keyward.mail.nextMail(other))), 'right');
    });
  });
}
