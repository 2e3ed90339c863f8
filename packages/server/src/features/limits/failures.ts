import { setImmediate } from 'node:timers/promises';
import type { FailureStore } from '../../store/tables/failures.ts';

/** The counters of a process, or of all instances on one database. */
export interface Failures extends Pick<FailureStore, 'take' | 'end' | 'forget' | 'ofSubjects'> {
  /** Loads earlier counts. Called once, before the first guess. */
  restore(now: number): Promise<void>;
  /**
   * Writes the failures since the last call in one transaction, however many there were. While the database is
   * unavailable, they wait for the next call.
   */
  write(now: number): Promise<void>;
  deleteExpired(now: number): Promise<void>;
}

export async function deleteAllExpired(table: Pick<FailureStore, 'sweep'>, now: number): Promise<void> {
  while ((await table.sweep(now)).more) await setImmediate();
}
