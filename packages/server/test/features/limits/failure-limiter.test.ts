import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { KeywardError } from '../../../src/errors.ts';
import { counter, type LimitedKey } from '../../../src/features/limits/counter-key.ts';
import { createFailureLimiter, MAX_LINE, MAX_WAIT_MS } from '../../../src/features/limits/failure-limiter.ts';
import { createWriteBehindFailures } from '../../../src/features/limits/write-behind-failures.ts';
import { createOverflow } from '../../../src/features/limits/overflow.ts';
import { createMemoryFailures } from '../../../src/features/limits/memory-failures.ts';
import { createSharedFailures } from '../../../src/features/limits/shared-failures.ts';
import { openStore } from '../../../src/store/database.ts';
import type { FailureStore } from '../../../src/store/tables/failures.ts';
import { createTestDatabase, DATABASES, type DatabaseKind } from '../../support/databases.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const WINDOW_MS = 60_000;
const overflowOf = createOverflow(createSecretKey(Buffer.alloc(32)));

type Outcome = 'right' | 'wrong' | 'unavailable';

class Failed extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

const isWrong = (error: unknown) => error instanceof Failed && error.outcome === 'wrong';

/** Takes some turns of the event loop, so that other guesses interleave. */
async function guess(outcome: Outcome): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn();
  if (outcome !== 'right') throw new Failed(outcome);
}

/** The outcome of the guess, or the kind of the refusal. */
async function resultOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'right';
  } catch (error) {
    if (error instanceof Failed) return error.outcome;
    assert.ok(error instanceof KeywardError, String(error));
    return error.kind;
  }
}

const tally = (results: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(results, String)].map(([result, { length }]) => [result, length]));

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

async function openFailures(kind: DatabaseKind): Promise<FailureStore> {
  const database = await createTestDatabase(kind, 'tables');
  const { failures, close } = await openStore(
    kind === 'sqlite'
      ? { kind, file: `${database.dataDir}/keyward.db` }
      : { kind, url: database.url, poolSize: 10 },
  );
  after(async () => {
    await close();
    await database.drop();
  });
  return failures;
}

/** The counters of one process, which are written later, and those that instances share. */
const STORES = [
  { name: 'memory', open: async () => createWriteBehindFailures(await openFailures('sqlite'), overflowOf) },
  ...DATABASES.map((kind) => ({
    name: kind,
    open: async () => createSharedFailures(await openFailures(kind), overflowOf),
  })),
];

let serial = 0;

for (const { name, open } of STORES) {
  describe(`failures counted in ${name}`, async () => {
    const store = await open();

    /** A limiter, and a key that no other test uses. */
    function setUp(limit: number) {
      const clock = createFakeClock();
      const limiter = createFailureLimiter(store, clock);
      serial += 1;
      const keys: LimitedKey[] = [
        counter({ kind: 'account', subject: serial }, { limit, windowMs: WINDOW_MS }),
      ];
      const attempt = (outcome: Outcome, by = limiter, on = keys) =>
        resultOf(by.attempt(on, () => guess(outcome), isWrong));
      return { clock, limiter, keys, attempt };
    }

    it('runs no more wrong guesses than the limit, however many come at once', async () => {
      const { attempt } = setUp(10);
      const results = await Promise.all(times(200, 'wrong' as const).map((outcome) => attempt(outcome)));
      assert.deepEqual(tally(results), { wrong: 10, RateLimitedError: 190 });
      assert.equal(await attempt('right'), 'RateLimitedError');
    });

    it('refuses no right guess, even if many come at once', async () => {
      const { attempt } = setUp(3);
      const results = await Promise.all(times(60, 'right' as const).map((outcome) => attempt(outcome)));
      assert.deepEqual(tally(results), { right: 60 });
      assert.deepEqual(tally([await attempt('wrong'), await attempt('wrong')]), { wrong: 2 });
    });

    it('lets right ones through while there are fewer failures than the limit', async () => {
      const { attempt } = setUp(5);
      const mixed = times(12, ['right', 'wrong', 'right', 'unavailable'] as const).flat();
      const results = await Promise.all(mixed.slice(0, 16).map((outcome) => attempt(outcome)));
      assert.deepEqual(tally(results), { right: 8, wrong: 4, unavailable: 4 });
      assert.equal(await attempt('wrong'), 'wrong');
      assert.equal(await attempt('right'), 'RateLimitedError');
    });

    it('says when the window of the failures ends, and begins a new one then', async () => {
      const { attempt, clock, limiter, keys } = setUp(2);
      const retryAfter = () =>
        limiter.attempt(keys, () => guess('right'), isWrong).catch((error: KeywardError) => error.retryAfter);
      // A success long before the first failure does not begin the window.
      assert.equal(await attempt('right'), 'right');
      clock.advance(WINDOW_MS / 2);
      await attempt('wrong');
      clock.advance(10_000);
      await attempt('wrong');
      assert.equal(await retryAfter(), 50);
      clock.advance(49_001);
      assert.equal(await retryAfter(), 1);
      clock.advance(999);
      assert.deepEqual([await attempt('wrong'), await attempt('wrong')], ['wrong', 'wrong']);
      assert.equal(await retryAfter(), 60);
    });

    it('a guess of the last window reduces no count of this one', async () => {
      const { attempt, clock, limiter, keys } = setUp(2);
      const { promise, resolve } = Promise.withResolvers<void>();
      const slow = limiter.attempt(keys, () => promise, isWrong);
      await attempt('wrong');
      clock.advance(WINDOW_MS);
      assert.equal(await attempt('wrong'), 'wrong');
      resolve();
      await slow;
      assert.equal(await attempt('wrong'), 'wrong');
      assert.equal(await attempt('wrong'), 'RateLimitedError');
    });

    it('counts for every key, or for none when one is at its limit', async () => {
      const { attempt, keys } = setUp(3);
      const pair = (own: string) => [
        ...keys,
        counter({ kind: 'address', subject: `${own}${serial}` }, { limit: 2, windowMs: WINDOW_MS }),
      ];
      const wrong = (own: string) => attempt('wrong', undefined, pair(own));
      assert.deepEqual([await wrong('a'), await wrong('a')], ['wrong', 'wrong']);
      // Its own key is full; these guesses must not count for the shared key.
      const refused = await Promise.all(times(5, 'a').map(wrong));
      assert.deepEqual(tally(refused), { RateLimitedError: 5 });
      assert.equal(await attempt('right', undefined, pair('b')), 'right');
      assert.equal(await wrong('b'), 'wrong');
      assert.equal(await wrong('c'), 'RateLimitedError');
    });

    it('answers failures with growing delays, and successes at once', async () => {
      const { attempt, clock } = setUp(20);
      for (let failure = 0; failure < 10; failure += 1) await attempt('wrong');
      assert.deepEqual(clock.slept, [0, 0, 0, 50, 100, 200, 400, 800, 1000, 1000]);
      await attempt('right');
      assert.equal(clock.slept.length, 10);
    });

    it('keeps nobody waiting when the store fails', async () => {
      const { keys, clock } = setUp(1);
      let broken = false;
      const breaking: Pick<FailureStore, 'take' | 'end'> = {
        async take(...parameters) {
          if (broken) throw new Failed('unavailable');
          return store.take(...parameters);
        },
        async end(...parameters) {
          broken = true;
          await store.end(...parameters);
        },
      };
      const limiter = createFailureLimiter(breaking, clock);
      const all = times(5, 0).map(() => resultOf(limiter.attempt(keys, () => guess('right'), isWrong)));
      const { right = 0, unavailable = 0 } = tally(await Promise.all(all));
      assert.equal(right + unavailable, 5);
      assert.ok(unavailable > 0);
    });

    describe('by two instances', () => {
      it('runs no more wrong guesses than the limit, and refuses no right one before', async () => {
        const { attempt, limiter, clock } = setUp(6);
        const other = createFailureLimiter(store, clock);
        const both = (count: number, outcome: Outcome) =>
          Promise.all(
            times(count, [limiter, other]).flatMap((pair) => pair.map((by) => attempt(outcome, by))),
          );
        assert.deepEqual(tally(await both(20, 'right')), { right: 40 });
        assert.deepEqual(tally(await both(20, 'wrong')), { wrong: 6, RateLimitedError: 34 });
      });

      it('does not wait for ever for one that was killed', async () => {
        const { attempt, keys, clock } = setUp(1);
        await store.take(keys, clock.now());
        const waiting = attempt('right');
        for (let turns = 0; turns < 20; turns += 1) await turn();
        clock.advance(MAX_WAIT_MS);
        assert.equal(await waiting, 'ServiceUnavailableError');
        clock.advance(WINDOW_MS);
        assert.equal(await attempt('right'), 'right');
      });
    });

    it('forgets expired counters', async () => {
      const { attempt, clock } = setUp(1);
      await attempt('wrong');
      await store.deleteExpired(clock.now());
      assert.equal(await attempt('wrong'), 'RateLimitedError');
      clock.advance(WINDOW_MS);
      await store.deleteExpired(clock.now());
      assert.equal(await attempt('wrong'), 'wrong');
    });
  });
}

it('removes aborted guesses from the queue at once, and limits its length', async () => {
  const limiter = createFailureLimiter(createMemoryFailures(overflowOf), createFakeClock());
  const keys: LimitedKey[] = [counter({ kind: 'account' }, { limit: 1, windowMs: WINDOW_MS })];
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>();
  const holding = limiter.attempt(keys, () => first, isWrong);
  let ran = 0;
  const client = new AbortController();
  const waitInLine = (signal?: AbortSignal) =>
    limiter.attempt(keys, async () => void (ran += 1), isWrong, signal);
  const gone = Promise.allSettled(times(MAX_LINE / 2, 0).map(() => waitInLine(client.signal)));
  const staying = times(MAX_LINE / 2, 0).map(() => waitInLine());
  await turn();
  const refused = await waitInLine().catch((error: unknown) => error);
  assert.ok(refused instanceof KeywardError && refused.kind === 'ServiceUnavailableError');
  assert.equal(refused.retryAfter, 1);

  client.abort();
  for (const outcome of await gone)
    assert.equal(outcome.status === 'rejected' && outcome.reason.name, 'AbortError');
  await assert.rejects(waitInLine(client.signal), { name: 'AbortError' });
  // The queue has room again, and its waiting guesses get a turn.
  const next = waitInLine();
  endFirst();
  await Promise.all([holding, ...staying, next]);
  assert.equal(ran, MAX_LINE / 2 + 1);
});
