import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  release(): void;
}

/** SQLITE_BUSY. */
const BUSY = 5;

/**
 * Takes a lock that the system drops with this process, however that ends. Node.js has no `flock`, so the lock is
 * SQLite's: an exclusive transaction on an empty file.
 * @param path of a file for nothing else, on a local disk; made where it is missing, and left there
 * @returns null while somebody has it, this process included; what the system and SQLite throw
 */
export function lockFile(path: string): FileLock | null {
  create(path);
  const database = new DatabaseSync(path);
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
 * SQLite would let others read it. An existing file is not opened: in the process that holds the lock, closing it again
 * would drop the lock (POSIX record locks).
 */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
