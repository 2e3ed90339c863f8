import { setImmediate } from 'node:timers/promises';
import type { FailureStore } from '../../store/failures.ts';

/** The counters of a process, or of all instances on one database. */
export interface Failures extends Pick<FailureStore, 'take' | 'end' | 'forget'> {
  /** Takes up what was counted before. Called once, before the first guess. */
  restore(now: number): Promise<void>;
  /**
   * Writes what has failed since the last time: one transaction, however many guesses there were. While the database is
   * away, it waits for the next time.
   */
  write(now: number): Promise<void>;
  deleteExpired(now: number): Promise<void>;
}

export async function deleteAllExpired(table: Pick<FailureStore, 'sweep'>, now: number): Promise<void> {
  while ((await table.sweep(now)).more) await setImmediate();
}
