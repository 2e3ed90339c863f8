import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCoalescedAttempts } from '../../../../src/features/audit/log/coalesced-attempts.ts';
import type { NewEvent } from '../../../../src/store/engine/schema.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { newEvent } from '../../../store/stores.ts';

const AWAY = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

function setUp(maxRows?: number) {
  const batches: NewEvent[][] = [];
  const database = { isAway: false };
  const clock = createFakeClock();
  const coalesced = createCoalescedAttempts({
    store: {
      merge: async (events) => {
        if (database.isAway) throw AWAY;
        batches.push([...events]);
      },
    },
    clock,
    ...(maxRows !== undefined && { maxRows }),
  });
  const add = (key: string) =>
    coalesced.add(newEvent('login.failed', { merge_key: key }), clock.now() + 60_000);
  const stored = () =>
    batches.splice(0).map((events) => events.map(({ merge_key: key, count }) => `${key} ${count}`));
  return { coalesced, database, clock, add, stored };
}

describe('failed attempts within one minute', () => {
  it('are stored once, and counted from then on', async () => {
    const { coalesced, add, stored } = setUp();
    await add('a');
    assert.deepEqual(stored(), [['a 1']]);
    await Promise.all([add('a'), add('a'), add('a')]);
    assert.deepEqual(stored(), []);
    await coalesced.write();
    await coalesced.write();
    assert.deepEqual(stored(), [['a 3']]);
  });

  it('share a commit when there are many', async () => {
    const { add, stored } = setUp();
    const first = Array.from({ length: 300 }, (_, index) => add(`first ${index}`));
    await Promise.race(first);
    const second = Array.from({ length: 300 }, (_, index) => add(`second ${index}`));
    await Promise.all([...first, ...second]);
    assert.deepEqual(
      stored().map(({ length }) => length),
      [300, 300],
    );
  });

  it('are stored when the database is back', async () => {
    const { coalesced, database, clock, add, stored } = setUp();
    database.isAway = true;
    await Promise.all([add('a'), add('a')]);
    await coalesced.write();
    clock.advance(120_000);
    await coalesced.write();
    database.isAway = false;
    await coalesced.write();
    assert.deepEqual(stored(), [['a 2']]);
  });

  it('take no more memory than allowed, and lose no count', async () => {
    const { coalesced, clock, add, stored } = setUp(1);
    await add('a');
    await add('b');
    await add('b');
    assert.deepEqual(stored(), [['a 1'], ['b 1'], ['b 1']]);
    clock.advance(60_000);
    await coalesced.write();
    await add('b');
    await add('b');
    assert.deepEqual(stored(), [['b 1']]);
  });
});
