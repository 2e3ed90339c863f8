import { isDatabaseUnavailable } from '../../store/dialect.ts';
import type { Failed, FailureStore } from '../../store/failures.ts';
import type { CrowdOf } from './crowds.ts';
import { deleteAllExpired, type Failures } from './failures.ts';
import { createMemoryFailures, MAX_COUNTERS } from './memory-failures.ts';

/**
 * Failure counters of a process that shares its database with no other: in memory, so that a right guess costs the
 * database nothing, and written down a moment later, so that a restart gives nobody new guesses.
 */
export function createKeptFailures(
  table: Pick<FailureStore, 'live' | 'add' | 'sweep' | 'forget'>,
  crowdOf: CrowdOf,
  maxCounters = MAX_COUNTERS,
): Failures {
  const memory = createMemoryFailures(crowdOf, maxCounters);
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
      if (failed) for (const place of places) note(place, 1);
    },

    async forget(keys) {
      await memory.forget(keys);
      for (const key of keys) unwritten.delete(key);
      await table.forget(keys);
    },

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
        // No more than there are counters, however long the database is away.
        for (const failed of [...batch, ...since]) if (failed.windowEndsAt > now) note(failed, failed.count);
        // Requests tell of a database that is away.
        if (!isDatabaseUnavailable(error)) throw error;
      }
    },

    async deleteExpired(now) {
      memory.deleteExpired(now);
      await deleteAllExpired(table, now);
    },
  };
}
