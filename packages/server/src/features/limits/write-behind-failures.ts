import { isDatabaseUnavailable } from '../../store/engine/database-errors.ts';
import { weightOf } from '../../store/tables/failure-counts.ts';
import type { Failed, FailureStore } from '../../store/tables/failures.ts';
import type { OverflowOf } from './overflow.ts';
import { deleteAllExpired, type Failures } from './failures.ts';
import { createMemoryFailures, MAX_COUNTERS } from './memory-failures.ts';

/**
 * Failure counters of a process that has its database to itself. They are kept in memory, so that a correct guess needs
 * no write. They are written a moment later, so that a restart grants no new guesses.
 */
export function createWriteBehindFailures(
  table: Pick<FailureStore, 'live' | 'add' | 'sweep' | 'forget'>,
  overflowOf: OverflowOf,
  maxCounters = MAX_COUNTERS,
): Failures {
  const memory = createMemoryFailures(overflowOf, maxCounters);
  const unwritten = new Map<string, Failed>();

  function note({ counter, windowEndsAt }: Omit<Failed, 'count'>, count: number): void {
    const noted = unwritten.get(counter);
    const before = noted?.windowEndsAt === windowEndsAt ? noted.count : 0;
    unwritten.set(counter, { counter, windowEndsAt, count: before + count });
  }

  return {
    take: memory.take,

    async end(places, failed) {
      await memory.end(places, failed);
      if (failed) for (const place of places) note(place, weightOf(place));
    },

    async forget(keys) {
      await memory.forget(keys);
      for (const key of keys) unwritten.delete(key);
      await table.forget(keys);
    },

    counting: memory.counting,
    ofSubjects: memory.ofSubjects,

    async restore(now) {
      memory.restore(await table.live(now));
    },

    async write(now) {
      if (unwritten.size === 0) return;
      const batch = [...unwritten.values()];
      unwritten.clear();
      try {
        await table.add(batch);
      } catch (error) {
        const since = [...unwritten.values()];
        unwritten.clear();
        // Never has more entries than counters, however long the database is unavailable.
        for (const failed of [...batch, ...since]) if (failed.windowEndsAt > now) note(failed, failed.count);
        // Nothing is logged here, because requests report an unavailable database.
        if (!isDatabaseUnavailable(error)) throw error;
      }
    },

    async deleteExpired(now) {
      memory.deleteExpired(now);
      await deleteAllExpired(table, now);
    },
  };
}
