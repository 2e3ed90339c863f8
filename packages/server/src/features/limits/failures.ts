import { setImmediate } from 'node:timers/promises';
import type { CountedFailures, FailureStore } from '../../store/tables/failures.ts';

/** The counters of a process, or those that all instances on one database share. */
export interface Failures extends Pick<FailureStore, 'take' | 'end' | 'forget' | 'counting'> {
  /** The counters for subjects, with a scope and without, in windows that have not ended. */
  ofSubjects: (subjects: readonly string[], now: number) => Promise<CountedFailures[]>;
  /** Loads earlier counts. Called once, before the first guess. */
  restore(now: number): Promise<void>;
  /**
   * Writes all failures since the last call in one transaction. While the database is unavailable, they are kept for
   * the next call.
   */
  write(now: number): Promise<void>;
  deleteExpired(now: number): Promise<void>;
}

export async function deleteAllExpired(table: Pick<FailureStore, 'sweep'>, now: number): Promise<void> {
  while ((await table.sweep(now)).more) await setImmediate();
}
