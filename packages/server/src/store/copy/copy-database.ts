import { stat } from 'node:fs/promises';
import { type DatabaseSync, sqlite } from '../engine/sqlite.ts';

const LOOK_MS = 200;
const BUSY_TIMEOUT_MS = 5_000;
/**
 * All pages in one step: with several steps, a write in between would restart the copy, which would never end
 * under load.
 */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the committed content of a SQLite file, as of one moment, while other processes read and write it. The copy is
 * made in a thread.
 * @param copy an empty file
 * @param onProgress called with the completed fraction, from 0 to 1
 * @throws the errors of SQLite
 */
export async function copyDatabase(
  file: string,
  copy: string,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const database = new (sqlite().DatabaseSync)(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const size = numberOf(database, 'page_count') * numberOf(database, 'page_size');
    const timer = setInterval(() => {
      void stat(copy).then(
        (done) => onProgress(done.size / Math.max(1, size)),
        () => {},
      );
    }, LOOK_MS);
    try {
      await sqlite().backup(database, copy, { rate: ALL_PAGES });
    } finally {
      clearInterval(timer);
    }
  } finally {
    database.close();
  }
}

function numberOf(database: DatabaseSync, pragma: 'page_count' | 'page_size'): number {
  return Number(database.prepare(`pragma ${pragma}`).get()?.[pragma] ?? 0);
}
