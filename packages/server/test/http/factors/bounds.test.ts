import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { nameOf } from '../../../src/features/limits/counter-key.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { beginEnrolment, beginSignIn, enrol, finishEnrolment } from './passkeys.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the bounds of challenges on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_LIMIT_ADDRESS: '1000/1h' } });

    it('MF17: one address begins 2,500 sign-ins with a passkey in an hour', async () => {
      const { app, clock, database } = keyward;
      await database.query(
        'insert into failures (key, count, running, window_ends_at) values ($1, $2, 0, $3)',
        [nameOf({ kind: 'anonymous', subject: '127.0.0.1' }), 2_499, clock.now() + 3_600_000],
      );
      await app.services.restoreFailures();
      await beginSignIn(keyward);
      const rows = async () => (await database.query('select 1 from challenges')).length;
      const before = await rows();
      const refused = await keyward.call('POST', '/login/passkey/options');
      assertError(refused, 429, 'RateLimitedError');
      assert.equal(await rows(), before);
      clock.advance(3_600_000);
      await beginSignIn(keyward);
    });

    it('MF17: a session holds one challenge for each purpose, also when it asks for many at once', async () => {
      const person = await addPerson(keyward);
      const { token } = person;
      const first = await beginEnrolment(keyward, token);
      const many = Array.from({ length: 5 }, async () => {
        await beginEnrolment(keyward, token);
        const begun = await keyward.call('POST', '/account/reauthenticate/options', { token });
        assert.equal(begun.status, 200, begun.text);
        return asText(begun.body['challenge']);
      });
      await Promise.all(many);
      const rows = await keyward.database.query(
        'select purpose from challenges where account_id = $1 order by purpose',
        [person.id],
      );
      assert.deepEqual(
        rows.map(({ purpose }) => purpose),
        ['passkey_enrolment', 'reauthentication'],
      );
      const made = (options: typeof first.options) => new Authenticator().create(options, keyward.url);
      const late = { challenge: first.challenge, credential: made(first.options) };
      assertError(await finishEnrolment(keyward, token, late), 400, 'ChallengeInvalidError');
      const { challenge, options } = await beginEnrolment(keyward, token);
      const added = await finishEnrolment(keyward, token, { challenge, credential: made(options) });
      assert.equal(added.status, 201, added.text);
    });

    /** The challenge of a sign-in whose second factor is a passkey. */
    async function challenged(): Promise<string> {
      const { token, email } = await addPerson(keyward);
      const made = await enrol(keyward, token, new Authenticator());
      assert.equal(made.status, 201, made.text);
      const login = await keyward.call('POST', '/login', { body: { identifier: email, password: PASSWORD } });
      assertError(login, 401, 'SecondFactorRequiredError');
      return asText(asObject(login.body.details)['challenge']);
    }

    const optionsFor = (body: object, cookie = '') =>
      keyward.call('POST', '/login/challenge/passkey', { body, headers: { cookie } });

    it('MF2: a challenge with five wrong answers no longer says what to sign', async () => {
      const challenge = await challenged();
      for (let wrong = 0; wrong < 5; wrong += 1) {
        assert.equal((await optionsFor({ challenge })).status, 200);
        const body = { challenge, method: 'recovery_code', code: 'AAAA-AAAA-AAAA-AAAA' };
        assertError(
          await keyward.call('POST', '/login/challenge', { body }),
          401,
          'SecondFactorInvalidError',
        );
      }
      assertError(await optionsFor({ challenge }), 400, 'ChallengeInvalidError');
    });

    it('MF7: only the browser or the frontend of a sign-in learns what a passkey must sign', async () => {
      const challenge = await challenged();
      const verifier = 'v'.repeat(43);
      const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
      await keyward.app.services.factors.challenges.bind(challenge, { browser: 'ours', codeChallenge });
      for (const foreign of [
        await optionsFor({ challenge }),
        await optionsFor({ challenge }, 'keyward_challenge=theirs'),
        await optionsFor({ challenge, code_verifier: 'w'.repeat(43) }),
      ])
        assertError(foreign, 400, 'ChallengeInvalidError');
      for (const own of [
        await optionsFor({ challenge }, 'keyward_challenge=ours'),
        await optionsFor({ challenge, code_verifier: verifier }),
      ])
        assert.equal(own.status, 200, own.text);
    });
  });
}
