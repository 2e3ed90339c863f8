import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isAnswer, WITHOUT_LIMITS } from '../engine/postgres-pool.ts';
import type { LargeIndex } from './migration.ts';

/** The key of the advisory lock under which one instance builds while the others wait. */
const BUILD_LOCK = 4_011_955;
const RETRY_MS = 100;

/** PostgreSQL's errors for a table or a column that an earlier migration will add in the transaction. */
const NOT_YET = /^(42P01|42703)$/;

/** The statement for an index that may be there already. */
export const createIndex = ({ name, unique, table, on }: LargeIndex, how = '') =>
  sql.raw(`create ${unique ? 'unique ' : ''}index ${how} if not exists ${name} on ${table} ${on}`);

/**
 * Builds indexes on PostgreSQL while others write. Waits for a build of another instance, and rebuilds an index that a
 * killed instance left unfinished.
 */
export async function buildBeside<S>(db: Kysely<S>, indexes: readonly LargeIndex[]): Promise<void> {
  if (indexes.length === 0) return;
  // One instance at a time. A build waits for the statements of all others, also for those that wait to begin a
  // build of their own, so two of them would end in a deadlock. The others wait here: even a waiting LOCK TABLE may
  // count as such a statement, if it has read the catalogues.
  while (!(await buildAlone(db, indexes))) await delay(RETRY_MS);
}

/** @returns false if another instance builds */
function buildAlone<S>(db: Kysely<S>, indexes: readonly LargeIndex[]): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql.raw(WITHOUT_LIMITS).execute(trx);
    // With a bound value, it would count as running until the next one.
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(BUILD_LOCK)}) as mine`.execute(trx);
    if (rows[0]?.mine !== true) return false;
    await build(db, indexes);
    return true;
  });
}

async function build<S>(db: Kysely<S>, indexes: readonly LargeIndex[]): Promise<void> {
  for (const index of indexes) {
    try {
      await createIndex(index, 'concurrently').execute(db);
      if (await isValid(db, index)) continue;
      // The server may continue the build of an instance that has died. The builder has this lock; waiting for it does
      // not block the rows of the table.
      await db.transaction().execute(async (trx) => {
        await sql.raw(`lock table ${index.table} in share update exclusive mode`).execute(trx);
      });
      if (!(await isValid(db, index))) await sql.raw(`reindex index concurrently ${index.name}`).execute(db);
    } catch (error) {
      if (!(error instanceof Error && isAnswer(error) && NOT_YET.test(error.code ?? ''))) throw error;
    }
  }
}

async function isValid<S>(db: Kysely<S>, { name }: LargeIndex): Promise<boolean> {
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  return rows[0]?.indisvalid === true;
}
