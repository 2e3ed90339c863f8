import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../support/until.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startKeyward } from '../../support/keyward.ts';
import { startProcess } from '../../support/process.ts';
import { databasesFor, FULL } from '../../support/usual-size.ts';
import { clientOf } from '../../failures/client.ts';
import { addPerson } from '../people.ts';
import { status, times, WRONG } from './logins.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`limits of failed logins over a restart, ${kind}`, () => {
    it('RL1: a restart gives nobody new guesses', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const clock = createFakeClock();
      const [email, other] = ['person@example.org', 'other@example.org'];
      {
        await using keyward = await startKeyward(kind, { database, clock });
        for (const address of [email, other]) await keyward.signUp({ email: address });
        await Promise.all(times(9, () => status(keyward, { identifier: email, password: WRONG })));
        assert.equal(await status(keyward, { identifier: email }), 200);
      }
      {
        await using keyward = await startKeyward(kind, { database, clock });
        assert.equal(await status(keyward, { identifier: email, password: WRONG }), 401);
        assert.equal(await status(keyward, { identifier: email }), 429);
      }
      await using keyward = await startKeyward(kind, { database, clock });
      assert.equal(await status(keyward, { identifier: email }), 429);
      assert.equal(await status(keyward, { identifier: other }), 200);
      clock.advance(15 * 60_000);
      assert.equal(await status(keyward, { identifier: email }), 200);
    });

    // On PostgreSQL, the count of a guess is committed before the guess runs.
    const killed = { skip: kind !== 'sqlite' && !FULL && 'runs on SQLite, which writes counts behind' };
    it('RL1: a kill gives nobody new guesses, a second after the last of them', killed, async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const env = { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir };
      const person = { name: 'Ada', email: 'ada@example.org', password: 'Correct-horse-1' };
      const body = { identifier: person.email, password: person.password };
      {
        await using keyward = await startProcess({ env });
        const send = clientOf(`${keyward.url}/auth`);
        assert.equal((await send('POST', '/signup/password', { body: person })).status, 200);
        await Promise.all(times(10, () => send('POST', '/login', { body: { ...body, password: WRONG } })));
        const written = () => database.query('select key from failures where count = 10');
        await until(async () => (await written()).length > 0, 'the count is written');
        await keyward.kill('SIGKILL');
      }
      await using keyward = await startProcess({ env });
      const answer = await clientOf(`${keyward.url}/auth`)('POST', '/login', { body });
      assert.equal(answer.status, 429);
    });

    it(
      'a right password writes no counter',
      { skip: kind !== 'sqlite' && 'PostgreSQL counts guesses in its table' },
      async () => {
        await using keyward = await startKeyward(kind);
        // A sign-up would itself be counted.
        const { email } = await addPerson(keyward);
        await Promise.all(times(5, () => status(keyward, { identifier: email })));
        const { services } = keyward.app;
        await services.writeFailures();
        assert.deepEqual(await keyward.database.query('select * from failures'), []);
        await status(keyward, { identifier: email, password: WRONG });
        await services.writeFailures();
        assert.equal((await keyward.database.query('select * from failures')).length, 2);
        keyward.clock.advance(3_600_000);
        await services.housekeep();
        assert.deepEqual(await keyward.database.query('select * from failures'), []);
      },
    );
  });
}
