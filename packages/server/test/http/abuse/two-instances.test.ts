import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { systemClock } from '../../../src/lib/clock.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../../support/databases.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type Login, status, statuses, suiteKeyward, times, WRONG } from './logins.ts';

describe('limits of failed logins over two instances', { skip: WITHOUT_POSTGRES }, async () => {
  const database = await createTestDatabase('postgres', 'tables');
  // With real sleeps: instances look for each other's places now and then, not at every turn.
  const clock = { ...createFakeClock(), sleep: (ms: number) => systemClock.sleep(ms) };
  const one = await suiteKeyward('postgres', { database, clock });
  const two = await suiteKeyward('postgres', { database, clock });
  after(() => database.drop());
  const onBoth = (count: number, login: Login) =>
    statuses(times(count, (index) => status(index % 2 === 0 ? one : two, login)));

  it('RL1: right passwords are never limited', async () => {
    const { email } = await one.signUp();
    assert.deepEqual(await onBoth(60, { identifier: email }), { 200: 60 });
  });

  it('RL2: of two hundred guesses at once no more than ten are tried', async () => {
    const { email } = await one.signUp();
    const { 401: tried = 0, 429: refused } = await onBoth(200, { identifier: email, password: WRONG });
    assert.ok(tried <= 10, `${tried} were tried`);
    assert.equal(refused, 200 - tried);
    assert.equal(await status(two, { identifier: email }), 429);
  });
});
