import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertError, PASSWORD, type SignedUp, startKeyward } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { codeOf, enrolTotp, wrongCodeOf } from './enrol.ts';
import { databasesFor } from '../../support/usual-size.ts';

const AT_ONCE = 50;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`challenges on ${kind}`, () => {
    const asked: string[] = [];
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_LIMIT_ADDRESS: '10000/1h', KEYWARD_LIMIT_ACCOUNT_ADDRESS: '10/15m' },
      parts: { hooks: { beforeLogin: ({ account }) => void asked.push(account.email) } },
    });

    async function enrolled(): Promise<SignedUp & { secret: string; recovery: string[] }> {
      const person = await addPerson(keyward);
      const { secret, codes } = await enrolTotp(keyward, person);
      keyward.clock.advance(60_000);
      return { ...person, secret, recovery: codes };
    }

    async function challengeOf(
      { email }: SignedUp,
      on: Pick<typeof keyward, 'call'> = keyward,
    ): Promise<string> {
      const answer = await on.call('POST', '/login', { body: { identifier: email, password: PASSWORD } });
      assertError(answer, 401, 'SecondFactorRequiredError');
      return asText(asObject(answer.body.details)['challenge']);
    }

    const answer = (body: object, on: Pick<typeof keyward, 'call'> = keyward): Promise<Answer> =>
      on.call('POST', '/login/challenge', { body });
    const totp = (challenge: string, code: string) => answer({ challenge, method: 'totp', code });

    it('MF2: a challenge ends with its fifth wrong answer, even for a right answer after it', async () => {
      const person = await enrolled();
      const challenge = await challengeOf(person);
      for (let wrong = 0; wrong < 5; wrong += 1)
        assertError(
          await totp(challenge, wrongCodeOf(keyward, person.secret)),
          401,
          'SecondFactorInvalidError',
        );
      assertError(await totp(challenge, codeOf(keyward, person.secret)), 400, 'ChallengeInvalidError');
    });

    it('MF3: wrong codes of an app count over all challenges and reauthentications, apart from passwords', async () => {
      const person = await enrolled();
      const wrong = wrongCodeOf(keyward, person.secret);
      for (let round = 0; round < 2; round += 1) {
        const challenge = await challengeOf(person);
        const all = await Promise.all(Array.from({ length: 5 }, () => totp(challenge, wrong)));
        assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([401]));
      }
      const right = await totp(await challengeOf(person), codeOf(keyward, person.secret));
      assertError(right, 403, 'FactorLockedError');
      const body = { code: codeOf(keyward, person.secret) };
      const again = await keyward.call('POST', '/account/reauthenticate', { token: person.token, body });
      assertError(again, 403, 'FactorLockedError');
    });

    it('MF4: fifty answers at once with one code, over two instances, give one session', async () => {
      await using other = await startKeyward(kind, {
        database: keyward.database,
        clock: keyward.clock,
        settings: { KEYWARD_LIMIT_ADDRESS: '10000/1h', KEYWARD_LIMIT_ACCOUNT_ADDRESS: '1000/15m' },
      });
      const instances = [keyward, other];
      for (const method of ['totp', 'recovery_code'] as const) {
        const person = await enrolled();
        const before = await sessionsOf(person);
        const code = method === 'totp' ? codeOf(keyward, person.secret) : (person.recovery[0] ?? '');
        const challenges = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, index) => challengeOf(person, instances[index % 2])),
        );
        const answers = await Promise.all(
          challenges.map((challenge, index) => answer({ challenge, method, code }, instances[index % 2])),
        );
        const statuses = answers.map(({ status }) => status);
        assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
        assert.equal(await sessionsOf(person), before + 1);
      }
      const person = await enrolled();
      const before = await sessionsOf(person);
      const challenge = await challengeOf(person);
      const answers = await Promise.all(
        person.recovery.flatMap((code) =>
          instances.map((instance) => answer({ challenge, method: 'recovery_code', code }, instance)),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal(await sessionsOf(person), before + 1);
      const left = await keyward.app.services.store.recoveryCodes.count(person.id);
      assert.equal(left, 9, 'an answer that loses uses no code up');
    });

    const sessionsOf = async ({ id }: SignedUp) =>
      (await keyward.app.services.store.sessions.liveOfAccount(id, keyward.clock.now())).length;

    it('MF6: a challenge works for its account, its purpose and ten minutes only', async () => {
      const [person, other] = [await enrolled(), await enrolled()];
      const challenge = await challengeOf(person);
      assertError(await totp(challenge, codeOf(keyward, other.secret)), 401, 'SecondFactorInvalidError');
      const options = await keyward.call('POST', '/account/reauthenticate/options', { token: person.token });
      assert.deepEqual(options.body['methods'], ['totp', 'recovery_code']);
      assert.equal(options.body['options'], null);
      const foreign = asText(options.body['challenge']);
      assertError(await totp(foreign, codeOf(keyward, person.secret)), 400, 'ChallengeInvalidError');
      assertError(await totp('made up', codeOf(keyward, person.secret)), 400, 'ChallengeInvalidError');
      keyward.clock.advance(10 * 60_000);
      assertError(await totp(challenge, codeOf(keyward, person.secret)), 400, 'ChallengeInvalidError');
      const fresh = await challengeOf(person);
      assertError(await answer({ challenge: fresh, method: 'totp' }), 422, 'ValidationError');
      assert.equal((await totp(fresh, codeOf(keyward, person.secret))).status, 200);
    });

    it('MF6: a challenge ends with a change of the password and with a suspension', async () => {
      const root = await addSuperadmin(keyward);
      for (const fields of [{ password: 'kT7vouzg-2' }, { status: 'suspended' }]) {
        const person = await enrolled();
        const challenge = await challengeOf(person);
        const body = { account_id: person.id, ...fields };
        const changed = await keyward.call('PATCH', '/account/', { token: root.token, body });
        assert.equal(changed.status, 200, changed.text);
        assertError(await totp(challenge, codeOf(keyward, person.secret)), 400, 'ChallengeInvalidError');
      }
    });

    it('continues for its other methods when somebody asks for a passkey that the account lacks', async () => {
      const person = await enrolled();
      const challenge = await challengeOf(person);
      const options = await keyward.call('POST', '/login/challenge/passkey', { body: { challenge } });
      assertError(options, 404, 'FactorNotFoundError');
      assert.equal((await totp(challenge, codeOf(keyward, person.secret))).status, 200);
    });

    it('asks the host once, after the last factor', async () => {
      const person = await enrolled();
      const times = () => asked.filter((email) => email === person.email).length;
      const before = times();
      const challenge = await challengeOf(person);
      assert.equal(times(), before);
      assertError(
        await totp(challenge, wrongCodeOf(keyward, person.secret)),
        401,
        'SecondFactorInvalidError',
      );
      assert.equal((await totp(challenge, codeOf(keyward, person.secret))).status, 200);
      assert.equal(times(), before + 1);
    });

    it('MF8: turning a method off lets nobody in with fewer factors than before', async () => {
      const person = await enrolled();
      const root = await addSuperadmin(keyward);
      const set = (body: object) => keyward.call('POST', '/config/factors', { token: root.token, body });
      assert.equal((await set({ totp: false })).status, 200);
      try {
        const refused = await keyward.call('POST', '/login', {
          body: { identifier: person.email, password: PASSWORD },
        });
        assertError(refused, 401, 'SecondFactorRequiredError');
        const { challenge, methods } = asObject(refused.body.details);
        assert.deepEqual(methods, ['recovery_code']);
        const code = codeOf(keyward, person.secret);
        assertError(await totp(asText(challenge), code), 403, 'FactorDisabledError');
        const [recovery = ''] = person.recovery;
        const loose = ` ${recovery.toLowerCase().replaceAll('-', ' ')} `;
        const entered = await answer({ challenge, method: 'recovery_code', code: loose });
        assert.equal(entered.status, 200, entered.text);
      } finally {
        await set({});
      }
    });
  });
}
