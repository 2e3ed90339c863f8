import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { KeywardError } from '../../../src/errors.ts';
import { counter, type CounterKey, type LimitedKey } from '../../../src/features/limits/counter-key.ts';
import { createFailureLimiter } from '../../../src/features/limits/failure-limiter.ts';
import { createOverflow } from '../../../src/features/limits/overflow.ts';
import { createMemoryFailures } from '../../../src/features/limits/memory-failures.ts';
import { openStore } from '../../../src/store/database.ts';
import type { Place } from '../../../src/store/tables/failure-counts.ts';
import type { FailureStore } from '../../../src/store/tables/failures.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { databasesFor } from '../../support/usual-size.ts';

const WINDOW_MS = 1_000;
const LIMITS: readonly [CounterKey, number][] = [
  [{ kind: 'account' }, 3],
  [{ kind: 'address' }, 4],
  [{ kind: 'account', scope: { kind: 'address', value: '' } }, 2],
];
const KEYS = LIMITS.map(([key, limit]) => counter(key, { limit, windowMs: WINDOW_MS }));
const someKeys = fc.subarray(KEYS, { minLength: 1 });

class Wrong extends Error {}

describe('any interleaving of guesses', () => {
  const plan = fc.array(fc.record({ keys: someKeys, right: fc.boolean(), instance: fc.nat(1) }), {
    minLength: 1,
    maxLength: 14,
  });

  it('runs no wrong guess too many, refuses no right one too early, and leaves nobody waiting', async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.scheduler(), async (guesses, scheduler) => {
        const memory = createMemoryFailures(createOverflow(createSecretKey(Buffer.alloc(32))));
        // The scheduler delays both the call to the store and its answer.
        const travel = (label: string) => scheduler.schedule(Promise.resolve(), label);
        const store: Pick<FailureStore, 'take' | 'end'> = {
          async take(...parameters) {
            await travel('take');
            const places = await memory.take(...parameters);
            await travel('took');
            return places;
          },
          async end(...parameters) {
            await travel('end');
            await memory.end(...parameters);
            await travel('ended');
          },
        };
        const clock = { now: () => 0, sleep: () => travel('sleep') };
        const limiters = [createFailureLimiter(store, clock), createFailureLimiter(store, clock)];

        const failures = new Map<string, number>(KEYS.map(({ key }) => [key, 0]));
        const failed = (key: string) => failures.get(key) ?? 0;
        let settled = 0;
        async function attempt({ keys, right, instance }: (typeof guesses)[number]): Promise<void> {
          const guess = async () => {
            await travel('guess');
            if (right) return;
            for (const { key } of keys) failures.set(key, failed(key) + 1);
            throw new Wrong();
          };
          try {
            await limiters[instance]?.attempt(keys, guess, (error) => error instanceof Wrong);
          } catch (error) {
            const refused = error instanceof KeywardError && error.kind === 'RateLimitedError';
            assert.ok(refused || (error instanceof Wrong && !right), String(error));
            // Guesses are refused only because of failures.
            if (refused) assert.ok(keys.some(({ key, limit }) => failed(key) >= limit));
          } finally {
            settled += 1;
          }
        }
        const all = Promise.all(guesses.map(attempt));
        await scheduler.waitIdle();
        assert.equal(settled, guesses.length, 'somebody waits for ever');
        await all;

        for (const { key, limit } of KEYS) {
          assert.ok(failed(key) <= limit, `${failed(key)} failures for ${key}`);
          // Every place is free again, except those of the failures.
          const [place] = await memory.take([{ key, limit, windowMs: WINDOW_MS }], 0);
          assert.deepEqual([place?.count, place?.running], [failed(key) + 1, 1]);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('the counters of one process and those of a database', () => {
  type Step =
    | { do: 'take'; keys: LimitedKey[] }
    | { do: 'end'; which: number; failed: boolean }
    | { do: 'wait'; ms: number }
    | { do: 'forget' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('take' as const), keys: someKeys }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(3), failed: fc.boolean() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 400, WINDOW_MS) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  );

  for (const kind of databasesFor(import.meta.filename)) {
    it(`agree on ${kind}`, async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const { failures, close } = await openStore(
        kind === 'sqlite'
          ? { kind, file: `${database.dataDir}/keyward.db` }
          : { kind, url: database.url, poolSize: 4 },
      );
      let run = 0;
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
            run += 1;
            const memory = createMemoryFailures(createOverflow(createSecretKey(Buffer.alloc(32))));
            const held: { inMemory: Place[]; inDatabase: Place[] }[] = [];
            let now = 0;
            for (const taken of steps) {
              if (taken.do === 'take') {
                const keys = taken.keys.map((key) => ({ ...key, key: `${run} ${key.key}` }));
                const inMemory = await memory.take(keys, now);
                const inDatabase = await failures.take(keys, now);
                assert.deepEqual(inDatabase, inMemory);
                if (inMemory.every(({ count, limit }) => count <= limit)) held.push({ inMemory, inDatabase });
              } else if (taken.do === 'end') {
                const [ended] = held.splice(taken.which, 1);
                if (ended === undefined) continue;
                await memory.end(ended.inMemory, taken.failed);
                await failures.end(ended.inDatabase, taken.failed);
              } else if (taken.do === 'wait') {
                now += taken.ms;
              } else {
                memory.deleteExpired(now);
                await failures.sweep(now);
              }
            }
          }),
          { numRuns: kind === 'sqlite' ? 60 : 30 },
        );
      } finally {
        await close();
      }
    });
  }
});
