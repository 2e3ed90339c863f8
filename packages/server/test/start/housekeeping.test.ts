import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createHousekeeping } from '../../src/start/housekeeping.ts';

const AWAY = Object.assign(new Error('connect ECONNREFUSED\n127.0.0.1:5432'), { code: 'ECONNREFUSED' });

it('an outage of the database is reported in one line for all tasks, and so is its end', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const told: string[] = [];
  const reported: unknown[] = [];
  const housekeeping = createHousekeeping(
    (line) => told.push(line),
    (error) => reported.push(error),
  );
  let fault: Error | null = AWAY;
  let idle = 0;
  const faulty = async () => {
    if (fault !== null) throw fault;
  };
  housekeeping.every(1_000, faulty);
  housekeeping.every(500, faulty);
  // It does not use the database.
  housekeeping.every(250, async () => void (idle += 1));
  const pass = async (seconds: number) => {
    for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
      t.mock.timers.tick(250);
      await new Promise(setImmediate);
    }
  };

  const away =
    'The database is unavailable (connect ECONNREFUSED 127.0.0.1:5432). Keyward continues when it is back.';
  await pass(3);
  assert.deepEqual(told, [away]);
  fault = null;
  await pass(3);
  assert.deepEqual(told, [away, 'The database is back.']);
  fault = AWAY;
  await pass(3);
  assert.deepEqual(told.slice(2), [away]);
  assert.deepEqual(reported, []);

  fault = new TypeError('a bug');
  await pass(1);
  assert.deepEqual(reported, [fault, fault, fault]);
  await housekeeping.stop();
  await pass(1);
  assert.deepEqual([reported.length, idle], [3, 40]);
});

it('tasks run at the start and one at a time, and a stop waits for the running one', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const housekeeping = createHousekeeping(
    () => {},
    (error) => assert.fail(String(error)),
  );
  let begun = 0;
  let ended = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  housekeeping.nowAndEvery(1_000, async (signal) => {
    begun += 1;
    signal.addEventListener('abort', () => resolve());
    await promise;
    ended += 1;
  });
  await new Promise(setImmediate);
  assert.deepEqual([begun, ended], [1, 0]);
  t.mock.timers.tick(3_000);
  await new Promise(setImmediate);
  assert.deepEqual([begun, ended], [1, 0]);
  await housekeeping.stop();
  assert.deepEqual([begun, ended], [1, 1]);
});
