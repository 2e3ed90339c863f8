import {
  type Count,
  type Counts,
  type FailureKey,
  takeIn,
  weightOf,
} from '../../store/tables/failure-counts.ts';
import type { CountedFailures, Failed } from '../../store/tables/failures.ts';
import { isOverflow, subjectOf } from './counter-key.ts';
import type { OverflowOf } from './overflow.ts';
import type { Failures } from './failures.ts';

/** The maximum number of counters that belong to a single key. They take some 250 bytes each. */
export const MAX_COUNTERS = 100_000;

/** How often to check for room again, because a scan of all counters takes milliseconds. */
const LOOK_MS = 1_000;

export interface MemoryFailures extends Pick<
  Failures,
  'take' | 'end' | 'forget' | 'counting' | 'ofSubjects'
> {
  /** Adds earlier failures. */
  restore(failed: readonly Failed[]): void;
  deleteExpired(now: number): void;
}

/**
 * Failure counters in the memory of a process that has its database to itself. They end with the process.
 *
 * A counter is never dropped before its window ends: otherwise an attacker could make up identifiers until the failures
 * of others are forgotten. When there is no more room, keys without a counter share the counter of their {@link
 * OverflowOf} for as long as it is in use. A shared counter may count too much, never too little.
 *
 * @param overflowOf null: when there is no more room, all counters are forgotten
 */
export function createMemoryFailures(
  overflowOf: OverflowOf | null,
  maxCounters = MAX_COUNTERS,
): MemoryFailures {
  const own = new Map<string, Count>();
  const overflow = new Map<string, Count>();
  let lookAt = 0;

  const mapOf = (counter: string) => (isOverflow(counter) ? overflow : own);
  const counts: Counts = {
    get: (counter) => mapOf(counter).get(counter),
    set(counter, count) {
      if (count.count === 0) mapOf(counter).delete(counter);
      else mapOf(counter).set(counter, count);
    },
  };

  function live(counter: string, now: number): Count | undefined {
    const found = mapOf(counter).get(counter);
    return found !== undefined && found.windowEndsAt > now ? found : undefined;
  }

  function hasRoom(now: number): boolean {
    if (own.size >= maxCounters && now >= lookAt) {
      lookAt = now + LOOK_MS;
      deleteExpired(now);
    }
    return own.size < maxCounters;
  }

  function counterOf({ key }: FailureKey, now: number): string {
    if (live(key, now) !== undefined || (overflow.size === 0 && hasRoom(now))) return key;
    if (overflowOf === null) {
      own.clear();
      return key;
    }
    const shared = overflowOf(key);
    return live(shared, now) !== undefined || !hasRoom(now) ? shared : key;
  }

  function deleteExpired(now: number): void {
    for (const map of [own, overflow])
      for (const [name, { windowEndsAt }] of map) if (windowEndsAt <= now) map.delete(name);
  }

  return {
    deleteExpired,

    async take(keys, now) {
      const counted = keys.map((key) => ({ ...key, counter: counterOf(key, now) }));
      return takeIn(counts, counted, now);
    },

    async end(places, failed) {
      for (const place of places) {
        const { counter, windowEndsAt } = place;
        const found = counts.get(counter);
        if (found?.windowEndsAt !== windowEndsAt) continue;
        const { count, running } = found;
        counts.set(counter, {
          count: count - (failed ? 0 : weightOf(place)),
          running: running - 1,
          windowEndsAt,
        });
      }
    },

    async forget(keys) {
      for (const key of keys) own.delete(key);
    },

    counting: async (keys, now) => keys.filter((key) => live(key, now) !== undefined),

    async ofSubjects(subjects, now) {
      const wanted = new Set(subjects);
      const found: CountedFailures[] = [];
      for (const [counter, { count, running, windowEndsAt }] of own)
        if (windowEndsAt > now && wanted.has(subjectOf(counter)))
          found.push({ counter, count, running, windowEndsAt });
      return found;
    },

    restore(failed) {
      for (const { counter, count, windowEndsAt } of failed)
        mapOf(counter).set(counter, { count, running: 0, windowEndsAt });
    },
  };
}
