import { setImmediate } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../store/dialect.ts';
import type { Failed, FailureStore } from '../../store/failures.ts';
import { createMemoryFailures, MAX_COUNTERS } from './memory-failures.ts';

export interface KeptFailures extends Pick<FailureStore, 'take' | 'end' | 'deleteExpired'> {
  /** Takes up what was written before a restart. */
  restore(now: number): Promise<void>;
  /**
   * Writes what has failed since the last time: one transaction, however many guesses there were. While the database is
   * away, it waits for the next time.
   */
  write(): Promise<void>;
}

/**
 * Failure counters of a process that shares its database with no other: in memory, so that a right guess costs the
 * database nothing, and written down a moment later, so that a restart gives nobody new guesses.
 */
export function createKeptFailures(
  table: Pick<FailureStore, 'live' | 'add' | 'sweep'>,
  maxCounters = MAX_COUNTERS,
): KeptFailures {
  const memory = createMemoryFailures(maxCounters);
  const unwritten = new Map<string, Failed>();

  function note({ key, windowEndsAt }: Omit<Failed, 'count'>, count: number): void {
    const noted = unwritten.get(key);
    // While the database is away.
    if (noted === undefined && unwritten.size >= maxCounters) return;
    const before = noted?.windowEndsAt === windowEndsAt ? noted.count : 0;
    unwritten.set(key, { key, windowEndsAt, count: before + count });
  }

  return {
    take: memory.take,

    async end(places, failed) {
      await memory.end(places, failed);
      if (failed) for (const place of places) note(place, 1);
    },

    async restore(now) {
      memory.restore(await table.live(now, maxCounters));
    },

    async write() {
      if (unwritten.size === 0) return;
      const batch = [...unwritten.values()];
      unwritten.clear();
      try {
        await table.add(batch);
      } catch (error) {
        const since = [...unwritten.values()];
        unwritten.clear();
        for (const failed of [...batch, ...since]) note(failed, failed.count);
        // Requests tell of a database that is away.
        if (!isDatabaseUnavailable(error)) throw error;
      }
    },

    async deleteExpired(now) {
      while ((await table.sweep(now, maxCounters)).more) await setImmediate();
    },
  };
}
