import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertError, PASSWORD, startKeyward } from '../../support/keyward.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { visitorOf } from '../../support/visitor.ts';
import { addSuperadmin } from '../admin/admin.ts';
import {
  addMember,
  assertNoMail,
  codeFor,
  type MailedKeyward,
  suiteMailed,
} from '../codes/support/mailed.ts';
import { asObject, asText } from '../expectations.ts';
import { codeOf, enrolTotp, textsOf, wrongCodeOf } from './enrol.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { untilAnswered } from '../../support/until.ts';

const SUBJECT = /^Wrong codes for your account/;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`guesses of second factors on ${kind}`, () => {
    const keyward = suiteMailed(kind);

    async function enrolled() {
      const person = await addMember(keyward);
      const { secret, codes } = await enrolTotp(keyward, person);
      // The mail that an app was added.
      await keyward.mail.nextMail(person.email);
      keyward.clock.advance(60_000);
      return { ...person, secret, recovery: codes, wrong: () => wrongCodeOf(keyward, secret) };
    }
    type Enrolled = Awaited<ReturnType<typeof enrolled>>;
    type On = Pick<MailedKeyward, 'call'>;

    async function challenged({ email }: Pick<Enrolled, 'email'>, on: On = keyward) {
      const login = await on.call('POST', '/login', { body: { identifier: email, password: PASSWORD } });
      assertError(login, 401, 'SecondFactorRequiredError');
      const { challenge, methods } = asObject(login.body.details);
      return { challenge: asText(challenge), methods: textsOf(methods) };
    }

    const reauthenticate = ({ token }: Enrolled, code: string) =>
      keyward.call('POST', '/account/reauthenticate', { token, body: { code } });

    async function answer(person: Enrolled, method: string, code: string, on: On = keyward) {
      const { challenge } = await challenged(person, on);
      return on.call('POST', '/login/challenge', { body: { challenge, method, code } });
    }

    async function guess(person: Enrolled, times: number): Promise<void> {
      for (let wrong = 0; wrong < times; wrong += 1)
        assertError(await answer(person, 'totp', person.wrong()), 401, 'SecondFactorInvalidError');
    }

    const isLocked = (refused: Answer) => assertError(refused, 403, 'FactorLockedError');
    const lockEvents = async ({ id }: Enrolled) =>
      (await auditLogOf(keyward.database, 'factor.locked')).filter(
        ({ data }) => Object(data['account']).id === id,
      );

    it('MF18: ten wrong codes of an app in a day lock it, from anywhere and for good', async () => {
      const person = await enrolled();
      for (let wrong = 0; wrong < 10; wrong += 1) {
        // Neither time nor another address gives more guesses, and a reauthentication has no budget of its own.
        keyward.clock.advance(16 * 60_000);
        const refused =
          wrong % 2 === 0
            ? await answer(person, 'totp', person.wrong(), visitorOf(keyward, `127.0.3.${wrong + 1}`))
            : await reauthenticate(person, person.wrong());
        assertError(refused, 401, 'SecondFactorInvalidError');
        if (wrong === 1) await assertNoMail(keyward, person.email);
        if (wrong === 2)
          assert.match((await keyward.mail.nextMail(person.email)).parsed.subject ?? '', SUBJECT);
      }
      await assertNoMail(keyward, person.email);
      const [locked, ...more] = await lockEvents(person);
      assert.equal(more.length, 0);
      assert.deepEqual(locked?.data['factor'], { type: 'totp', id: null, name: null });

      keyward.clock.advance(3 * 86_400_000);
      isLocked(await answer(person, 'totp', codeOf(keyward, person.secret)));
      isLocked(await reauthenticate(person, codeOf(keyward, person.secret)));
      assert.deepEqual((await challenged(person)).methods, ['recovery_code']);
      await using other = await startKeyward(kind, { database: keyward.database, clock: keyward.clock });
      isLocked(await answer(person, 'totp', codeOf(keyward, person.secret), other));

      assert.equal((await answer(person, 'recovery_code', person.recovery[0] ?? '')).status, 200);
      keyward.clock.advance(60_000);
      assert.equal((await answer(person, 'totp', codeOf(keyward, person.secret))).status, 200);
    });

    it('RL22: an app that is locked again and again on purpose leaves a hundred events a day', async () => {
      const person = await enrolled();
      await lockOften(person, 103);
      assert.equal((await lockEvents(person)).length, 100);
      keyward.clock.advance(86_400_000);
      await lockOften(person, 1);
      assert.equal((await lockEvents(person)).length, 101);
    });

    /** Ten wrong codes in a row lock the app; the nine before the last success do not count. */
    async function lockOften(person: Enrolled, times: number): Promise<void> {
      for (let time = 0; time < times; time += 1) {
        keyward.clock.advance(1_000);
        await keyward.database.query(
          'update totps set wrong_codes = 9, wrong_since = $1 where account_id = $2',
          [keyward.clock.now(), person.id],
        );
        const visitor = visitorOf(keyward, `127.0.4.${time + 1}`);
        assertError(await answer(person, 'totp', person.wrong(), visitor), 401, 'SecondFactorInvalidError');
        isLocked(await answer(person, 'totp', codeOf(keyward, person.secret), visitor));
      }
    }

    it('MF18: of two hundred codes at once no more than ten are tried', async () => {
      const person = await enrolled();
      const challenges = await Promise.all(Array.from({ length: 40 }, () => challenged(person)));
      const all = await Promise.all(
        challenges.flatMap(({ challenge }) =>
          Array.from({ length: 5 }, () =>
            untilAnswered(() =>
              keyward.call('POST', '/login/challenge', {
                body: { challenge, method: 'totp', code: person.wrong() },
              }),
            ),
          ),
        ),
      );
      const count = (wanted: number) => all.filter(({ status }) => status === wanted).length;
      // A guess can count although its answer came too late.
      assert.ok(count(401) <= 10, `${count(401)} were tried`);
      assert.equal(count(401) + count(403), 200);
      assert.equal((await lockEvents(person)).length, 1);
    });

    it('MF18: nine in a day lock nothing, and neither does a code that is sent again', async () => {
      const person = await enrolled();
      await guess(person, 9);
      const code = codeOf(keyward, person.secret);
      assert.equal((await answer(person, 'totp', code)).status, 200);
      for (let again = 0; again < 3; again += 1)
        assertError(await answer(person, 'totp', code), 401, 'SecondFactorInvalidError');
      keyward.clock.advance(86_400_000);
      await guess(person, 9);
      assert.equal((await answer(person, 'totp', codeOf(keyward, person.secret))).status, 200);
    });

    it('MF18: a reset of the password and a superadmin end the lock', async () => {
      const person = await enrolled();
      await guess(person, 10);
      await keyward.mail.nextMail(person.email);
      const otp = await codeFor(keyward, 'reset', person.email);
      const body = { email: person.email, otp, password: PASSWORD };
      const reset = await keyward.call('POST', '/forgot/password', { body });
      assertError(reset, 401, 'SecondFactorRequiredError');
      assert.deepEqual(textsOf(asObject(reset.body.details)['methods']), ['totp', 'recovery_code']);
      assert.equal((await answer(person, 'totp', codeOf(keyward, person.secret))).status, 200);

      await guess(person, 10);
      const { token } = await addSuperadmin(keyward);
      await keyward.call('DELETE', `/account/lock?account_id=${person.id}`, { token });
      keyward.clock.advance(60_000);
      assert.equal((await answer(person, 'totp', codeOf(keyward, person.secret))).status, 200);
    });

    it('MF19: guesses block no recovery code', async () => {
      const person = await enrolled();
      for (let wrong = 0; wrong < 12; wrong += 1)
        assertError(
          await answer(person, 'recovery_code', 'AAAA-AAAA-AAAA-AAAA'),
          401,
          'SecondFactorInvalidError',
        );
      await guess(person, 10);
      assert.equal((await answer(person, 'recovery_code', person.recovery[0] ?? '')).status, 200);
    });
  });
}
