import { sqlite } from './sqlite.ts';

/** More than a service gives out between two backups. */
const SKIPPED = 1_000_000;

/**
 * Lets accounts and sessions of a restored database go on with later ids. Those after the backup were given out: tokens,
 * and the databases of other services, may still have them.
 */
export function skipLostIds(file: string): void {
  const database = new (sqlite().DatabaseSync)(file);
  try {
    const move = database.prepare('update sqlite_sequence set seq = seq + ? where name = ?');
    // A table that never had a row has no sequence yet.
    const begin = database.prepare('insert into sqlite_sequence (seq, name) values (?, ?)');
    for (const table of ['accounts', 'sessions'])
      if (Number(move.run(SKIPPED, table).changes) === 0) begin.run(SKIPPED, table);
  } finally {
    database.close();
  }
}
