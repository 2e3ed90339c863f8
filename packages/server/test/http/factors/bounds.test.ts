import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Authenticator } from '../../support/authenticator.ts';
import { DATABASES } from '../../support/databases.ts';
import { assertError } from '../../support/keyward.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { beginEnrolment, beginSignIn, finishEnrolment } from './passkeys.ts';

for (const kind of DATABASES) {
  describe(`what bounds challenges on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_LIMIT_ADDRESS: '1000/1h' } });

    it('MF17: one address begins 10,000 sign-ins with a passkey in an hour', async () => {
      const { app, clock, database } = keyward;
      await database.query(
        'insert into failures (key, count, running, window_ends_at) values ($1, $2, 0, $3)',
        ['passkey address:127.0.0.1', 9_999, clock.now() + 3_600_000],
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
  });
}
