import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FailureKey, Place } from '../../store/tables/failure-counts.ts';
import type { FailureStore } from '../../store/tables/failures.ts';
import type { LimitedKey } from './counter-key.ts';

/** A key that has reached its limit. `retryAfter` is in seconds. */
export type FullKey = Place & { retryAfter: number };

/** The keys of a guess, and the keys that replace them. */
export interface Budget {
  keys: readonly LimitedKey[];
  /**
   * Called once, when some of the keys are full. Returns the keys that replace all of them; null refuses the guess.
   * @throws KeywardError in place of the refusal
   */
  instead: (full: readonly FullKey[]) => Promise<readonly LimitedKey[] | null>;
}

export interface FailureLimiter {
  /**
   * Runs a guess that may fail. `isFailure` decides which errors count, and for which keys. Any other outcome,
   * such as success, does not count. The limiter takes a place for each key before the guess runs, so that
   * simultaneous guesses never exceed the limit. If only unfinished guesses fill the places, the next guess
   * waits for them, because they may succeed; it stops waiting when `signal` aborts. Answers to failures are
   * delayed, longer each time.
   * @throws KeywardError without running the guess: `RateLimitedError` with `retryAfter`, or `ServiceUnavailableError`
   * when {@link MAX_LINE} others wait for the same key, or when other instances keep every place taken for {@link
   * MAX_WAIT_MS}; the signal's reason, when it aborts before the guess
   */
  attempt<T>(
    budget: Budget | readonly LimitedKey[],
    guess: () => Promise<T>,
    isFailure: (error: unknown, key: LimitedKey) => boolean,
    signal?: AbortSignal,
  ): Promise<T>;
  /**
   * Runs work that may succeed a limited number of times. Like {@link attempt}, but success counts and failure
   * does not.
   * @param counts which outcomes count
   */
  countSuccess<T>(
    keys: readonly LimitedKey[],
    work: () => Promise<T>,
    counts: (outcome: T) => boolean,
    signal?: AbortSignal,
  ): Promise<T>;
}

/** The delay of the answer to the fourth failure. It doubles with each further one, up to the maximum. */
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;
const FREE_FAILURES = 3;

/** How often to check for a place that only another instance can free. */
const POLL_MS = 100;
/** Longer than any guess takes. A killed instance may never free its places. */
export const MAX_WAIT_MS = 10_000;
/** Guesses that may wait for one key: more than people send at once, and few enough to poll. */
export const MAX_LINE = 256;

type Waiter = () => void;

/** This process's guesses for one key. */
interface Activity {
  running: number;
  /** The guesses that wait for a place, in the order of arrival. */
  line: Set<Waiter>;
}

export function createFailureLimiter(
  store: Pick<FailureStore, 'take' | 'end'>,
  clock: Clock,
): FailureLimiter {
  const activities = new Map<string, Activity>();

  function each(keys: readonly FailureKey[], change: (activity: Activity) => void): void {
    for (const { key } of keys) {
      const activity = activities.get(key) ?? { running: 0, line: new Set<Waiter>() };
      change(activity);
      if (activity.running > 0 || activity.line.size > 0) activities.set(key, activity);
      else activities.delete(key);
    }
  }

  /**
   * Lets the first waiting guess try again. Every guess that leaves the queue calls this, with or without a place, so
   * that no guess waits forever.
   */
  function wakeNext(keys: readonly LimitedKey[]): void {
    for (const { key } of keys) activities.get(key)?.line.values().next().value?.();
  }

  /** Whether guesses of this process hold places of all `keys`. When they end, they wake the next one. */
  function isOurs(keys: readonly FailureKey[]): boolean {
    return keys.every(({ key }) => (activities.get(key)?.running ?? 0) > 0);
  }

  /** Resolves when places of `keys` may be free again, or when the signal aborts. */
  async function lineUp(keys: readonly FailureKey[], signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave: Waiter = () => {
      each(keys, ({ line }) => line.delete(leave));
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    each(keys, ({ line }) => line.add(leave));
    signal?.addEventListener('abort', leave);
    if (!isOurs(keys)) void clock.sleep(POLL_MS).then(leave, leave);
    await promise;
  }

  async function takePlaces(keys: readonly LimitedKey[], signal: AbortSignal | undefined): Promise<Place[]> {
    try {
      return await waitForPlaces(keys, signal);
    } catch (error) {
      wakeNext(keys);
      throw error;
    }
  }

  async function waitForPlaces(
    keys: readonly LimitedKey[],
    signal: AbortSignal | undefined,
  ): Promise<Place[]> {
    let othersSince: number | null = null;
    for (let looks = 0; ; looks += 1) {
      signal?.throwIfAborted();
      const now = clock.now();
      const places = await store.take(keys, now);
      const full = places.filter(({ count, limit }) => count > limit);
      if (full.length === 0) {
        each(keys, (activity) => (activity.running += 1));
        return places;
      }
      const exhausted = full.filter(({ count, running, limit }) => count - running >= limit);
      if (exhausted.length > 0) throw rateLimited(exhausted, now);

      othersSince = isOurs(full) ? null : (othersSince ?? now);
      const tooLong = othersSince !== null && now - othersSince >= MAX_WAIT_MS;
      // A guess that has waited already keeps its position.
      const tooMany =
        looks === 0 && full.some(({ key }) => (activities.get(key)?.line.size ?? 0) >= MAX_LINE);
      if (tooLong || tooMany) throw new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
      await lineUp(full, signal);
    }
  }

  async function admit(
    budget: Budget | readonly LimitedKey[],
    signal: AbortSignal | undefined,
  ): Promise<{ keys: readonly LimitedKey[]; places: Place[] }> {
    const { keys, instead = null } = 'instead' in budget ? budget : { keys: budget };
    try {
      return { keys, places: await takePlaces(keys, signal) };
    } catch (error) {
      if (instead === null || !(error instanceof Exhausted)) throw error;
      const others = await instead(error.keys);
      if (others === null) throw error;
      return { keys: others, places: await takePlaces(others, signal) };
    }
  }

  /** @param counted the places that keep counting until their windows end */
  async function endPlaces(
    keys: readonly LimitedKey[],
    places: readonly Place[],
    counted: readonly Place[],
  ): Promise<void> {
    const free = places.filter((place) => !counted.includes(place));
    try {
      await Promise.all([store.end(counted, true), store.end(free, false)]);
    } finally {
      each(keys, (activity) => (activity.running -= 1));
      wakeNext(keys);
    }
  }

  return {
    async attempt(budget, guess, isFailure, signal) {
      const { keys, places } = await admit(budget, signal);
      let failed: Place[] = [];
      try {
        return await guess();
      } catch (error) {
        const failures = keys.map((key) => isFailure(error, key));
        failed = places.filter((_place, index) => failures[index] === true);
        throw error;
      } finally {
        await endPlaces(keys, places, failed);
        if (failed.length > 0) await clock.sleep(delayAfter(places[0]?.count ?? 1));
      }
    },

    async countSuccess(keys, work, counts, signal) {
      const places = await takePlaces(keys, signal);
      let counted: Place[] = [];
      try {
        const outcome = await work();
        if (counts(outcome)) counted = places;
        return outcome;
      } finally {
        await endPlaces(keys, places, counted);
      }
    },
  };
}

/** The refusal for keys that are full. It lasts until their windows end. */
class Exhausted extends KeywardError {
  readonly keys: readonly FullKey[];

  constructor(exhausted: readonly Place[], now: number) {
    const keys = exhausted.map((key) => ({ ...key, retryAfter: secondsUntil(key.windowEndsAt, now) }));
    super('RateLimitedError', { retryAfter: Math.max(...keys.map(({ retryAfter }) => retryAfter)) });
    this.keys = keys;
  }
}

export function rateLimited(exhausted: readonly Place[], now: number): KeywardError {
  return new Exhausted(exhausted, now);
}

/** The value of `Retry-After`. */
function secondsUntil(end: number, now: number): number {
  return Math.max(1, Math.ceil((end - now) / 1000));
}

function delayAfter(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES - 1));
}
