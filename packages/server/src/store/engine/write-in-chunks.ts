import type { Kysely } from 'kysely';
import { joinsStatements, transactAtOnce } from './dialect.ts';
import type { Prepared } from './prepared.ts';
import type { Schema } from './schema.ts';

/** Each row is a page of the log, which the commit writes and syncs. */
const MOST = 100;
/** A row whose page is not in memory takes a hundred times as long. */
const STEP_MS = 3;

/**
 * Runs a statement for each of many independent inputs. On SQLite, some of them share a commit, as long as
 * other requests can wait. On PostgreSQL each commits alone: with several locks, they could deadlock with a
 * statement that locks the same rows in another order.
 */
export async function writeInChunks<Input>(
  db: Kysely<Schema>,
  inputs: readonly Input[],
  write: Prepared<Input, unknown>,
): Promise<void> {
  if (joinsStatements(db)) {
    for (const input of inputs) await write(input);
    return;
  }
  for (let at = 0; at < inputs.length;) {
    at += await transactAtOnce(db, (run) => {
      const end = performance.now() + STEP_MS;
      let written = 0;
      for (const input of inputs.slice(at, at + MOST)) {
        run(write.bound(input));
        written += 1;
        if (performance.now() > end) break;
      }
      return written;
    });
  }
}
