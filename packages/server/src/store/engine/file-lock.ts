import { closeSync, openSync } from 'node:fs';
import { sqlite } from './sqlite.ts';

export interface FileLock {
  release(): void;
}

/** SQLITE_BUSY. */
const BUSY = 5;

/**
 * Takes a lock that the system releases when this process ends, however it ends. Node.js has no `flock`, so the
 * lock is SQLite's: an exclusive transaction on an empty file.
 * @param path a file with no other use, on a local disk; created if missing, and never removed
 * @returns null while any process has the lock, including this one
 * @throws the errors of the system and of SQLite
 */
export function lockFile(path: string): FileLock | null {
  create(path);
  const database = new (sqlite().DatabaseSync)(path);
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return null;
    throw error;
  }
  return { release: () => database.close() };
}

/**
 * SQLite would create a file that others can read. An existing file is not opened: in the process that holds the lock,
 * closing it again would release the lock (POSIX record locks).
 */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
