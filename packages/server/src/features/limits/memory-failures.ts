import { createLru } from '../../lib/lru.ts';
import type { Failed, FailureStore, Place } from '../../store/failures.ts';

/** Beyond this many counters the longest unused are dropped: an attacker may not fill the memory. */
export const MAX_COUNTERS = 100_000;

type Counter = Pick<Place, 'count' | 'running' | 'windowEndsAt'>;

export interface MemoryFailures extends Pick<FailureStore, 'take' | 'end'> {
  /** Counts what failed before; the last of them are the last to be dropped. */
  restore(failed: readonly Failed[]): void;
}

/** Failure counters of a process that shares its database with no other. They end with the process. */
export function createMemoryFailures(maxCounters = MAX_COUNTERS): MemoryFailures {
  const counters = createLru<string, Counter>(maxCounters);

  function live(key: string, now: number): Counter | undefined {
    const counter = counters.get(key);
    return counter !== undefined && counter.windowEndsAt > now ? counter : undefined;
  }

  return {
    async take(keys, now) {
      const places = keys.map((key): Place => {
        const { count, running, windowEndsAt } = live(key.key, now) ?? {
          count: 0,
          running: 0,
          windowEndsAt: now + key.windowMs,
        };
        return { ...key, count: count + 1, running: running + 1, windowEndsAt };
      });
      if (places.every(({ count, limit }) => count <= limit)) {
        for (const { key, count, running, windowEndsAt } of places) {
          counters.set(key, { count, running, windowEndsAt });
        }
      }
      return places;
    },

    async end(places, failed) {
      for (const { key, windowEndsAt } of places) {
        const counter = counters.get(key);
        if (counter?.windowEndsAt !== windowEndsAt) continue;
        const count = counter.count - (failed ? 0 : 1);
        if (count === 0) counters.delete(key);
        else counters.set(key, { count, running: counter.running - 1, windowEndsAt });
      }
    },

    restore(failed) {
      for (const { key, count, windowEndsAt } of failed)
        counters.set(key, { count, running: 0, windowEndsAt });
    },
  };
}
