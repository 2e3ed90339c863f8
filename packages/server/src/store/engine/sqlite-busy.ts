import { setTimeout } from 'node:timers/promises';

/** How long a write waits for another process's write lock, from its request on, and how often it retries. */
export const BUSY_TIMEOUT_MS = 5_000;
export const BUSY_POLL_MS = 5;
const SQLITE_BUSY = 5;

/** The load of the only writer. */
export interface SqliteLoad {
  /** Commits since the start, including single statements. */
  transactions: number;
  /** How often since the start a write found that another process holds the write lock. */
  busy: number;
  /** Writes that wait for the writer of this process. */
  waiting: number;
}

/** Computed before a write queues, so that all queued writes wait at the same time, not one after another. */
export function busyDeadline(): number {
  return performance.now() + BUSY_TIMEOUT_MS;
}

/**
 * Runs a write, and retries while another process holds the write lock. SQLite's own wait would block this
 * process, with all its reads, until the other one is done.
 */
export async function whenFree<T>(write: () => T, deadline: number, load?: SqliteLoad): Promise<T> {
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (!countBusy(error, load) || performance.now() > deadline) throw error;
    }
    await setTimeout(BUSY_POLL_MS);
  }
}

/** @returns whether another process holds the write lock */
export function countBusy(error: unknown, load?: SqliteLoad): boolean {
  const busy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
  if (busy && load !== undefined) load.busy += 1;
  return busy;
}
