import { type DatabaseSync, sqlite } from '../engine/sqlite.ts';
import { Kysely, sql, type Transaction } from 'kysely';
import { createDialect } from '../engine/dialect.ts';
import { applyMigrations, listMigrations } from '../migrations/maintenance.ts';
import { type PostgresOptions, WITHOUT_LIMITS } from '../engine/postgres-pool.ts';
import type { Schema } from '../engine/schema.ts';

/** Tables that have one row from the start: it says nothing about a database. */
const HEADS = new Set(['event_head', 'event_counts_head']);
const isNoHead = ({ table }: TableCount): boolean => !HEADS.has(table);

/** The number of rows of one statement, which takes some 100 kB. */
const BATCH_ROWS = 500;

export interface TableCount {
  table: string;
  /** Rows in the SQLite file. */
  rows: number;
  /** Rows in PostgreSQL before the copy; null where there is no such table yet. */
  present: number | null;
}

export interface CopyOptions {
  /** Removes all rows of the tables in PostgreSQL. */
  replace: boolean;
  /** @param done rows of `total`, over all tables */
  onProgress: (table: string, done: number, total: number) => void;
  /** Aborts the copy, which then changes nothing. */
  signal: AbortSignal;
}

/** The two databases cannot be copied. The message is for the operator. */
export class CopyError extends Error {
  override name = 'CopyError';
}

/**
 * Counts the rows on both sides. Changes nothing.
 * @throws CopyError for a file of another version, and if a copy that replaces rows would be refused
 */
export async function compareDatabases(
  file: string,
  target: PostgresOptions,
  { replace }: Pick<CopyOptions, 'replace'>,
): Promise<TableCount[]> {
  await assertCurrent(file);
  if (replace) await withTarget(target, assertUnused);
  using source = openSource(file);
  return (await withTarget(target, (db) => countBoth(source.database, db))).filter(isNoHead);
}

/**
 * Copies all rows of a SQLite file into PostgreSQL, whose tables it creates first: in one transaction, so completely or
 * not at all. Ids and positions of events stay the same.
 * @throws CopyError for a file of another version, for tables that are not empty or that others use, and for counts
 * that differ at the end
 */
export async function copyToPostgres(
  file: string,
  target: PostgresOptions,
  options: CopyOptions,
): Promise<TableCount[]> {
  await assertCurrent(file);
  if (options.replace) await withTarget(target, assertUnused);
  await applyMigrations(target);
  using source = openSource(file);
  return await withTarget(target, (db) =>
    db.transaction().execute(async (trx) => {
      await sql.raw(WITHOUT_LIMITS).execute(trx);
      const all = sql.join(tablesOf(source.database).map((name) => sql.table(name)));
      // Other instances on this database wait, and then see the copied rows.
      await sql`lock table ${all} in access exclusive mode`.execute(trx);
      const counts = await countBoth(source.database, trx);
      const filled = counts.filter((count) => isNoHead(count) && count.present !== 0);
      if (filled.length > 0 && !options.replace)
        throw new CopyError(
          `there are rows in PostgreSQL already (${filled.map(({ table, present }) => `${table} ${present}`).join(', ')}); to remove them all first, use --replace`,
        );
      await sql`truncate table ${all}`.execute(trx);
      await copyTables(source.database, trx, counts, options);
      await continueIds(source.database, trx);
      const wrong = (await countBoth(source.database, trx)).filter(({ rows, present }) => rows !== present);
      if (wrong.length > 0)
        throw new CopyError(
          `not all rows arrived (${wrong.map(({ table, rows, present }) => `${table} ${present} of ${rows}`).join(', ')})`,
        );
      return counts.filter(isNoHead);
    }),
  );
}

/**
 * Otherwise the rows of a running service would be lost without a word. Its address may give its connections any name.
 * @throws CopyError
 */
async function assertUnused(db: Kysely<Schema>): Promise<void> {
  // PostgreSQL hides the type of what other users have begun, and its own processes have no user.
  const { rows } = await sql<{ name: string | null }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'`.execute(db);
  if (rows.length === 0) return;
  const names = [...new Set(rows.map(({ name }) => name || 'without a name'))].toSorted();
  const others = rows.length === 1 ? 'another client is' : `${rows.length} other clients are`;
  throw new CopyError(
    `${others} connected to the PostgreSQL database (${names.join(', ')}); stop every service on it, and close the rest`,
  );
}

/** Every table with rows of its own. Tables come after those that their rows refer to. */
function tablesOf(source: DatabaseSync): string[] {
  const ordered = new Set<string>();
  const add = (table: string): void => {
    if (ordered.has(table)) return;
    for (const { table: referred } of source
      .prepare('select "table" from pragma_foreign_key_list(?)')
      .all(table))
      if (referred !== table) add(String(referred));
    ordered.add(table);
  };
  const found = source.prepare(
    // Neither virtual tables, which hold no rows of their own, nor what is behind them.
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite_*' and name <> 'keyward_migrations' order by name",
  );
  for (const { name } of found.all()) add(String(name));
  return [...ordered];
}

async function assertCurrent(file: string): Promise<void> {
  const { applied, pending } = await listMigrations({ kind: 'sqlite', file });
  if (applied.length === 0) throw new CopyError(`${file} is not a Keyward database; name its data directory`);
  if (pending.length > 0)
    throw new CopyError(
      `${file} lacks ${pending.join(', ')}; to bring it to this version, run: keyward migrate`,
    );
}

/** A snapshot of the database. */
function openSource(file: string): { database: DatabaseSync } & Disposable {
  const database = new (sqlite().DatabaseSync)(file, { readOnly: true });
  database.exec('begin');
  return { database, [Symbol.dispose]: () => database.close() };
}

async function withTarget<T>(target: PostgresOptions, use: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const db = new Kysely<Schema>({ dialect: createDialect(target, 'migration') });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

async function countBoth(source: DatabaseSync, db: Kysely<Schema>): Promise<TableCount[]> {
  const counts: TableCount[] = [];
  for (const table of tablesOf(source)) {
    const { rows: found } = await sql<{ there: boolean }>`
      select to_regclass(${table}) is not null as there`.execute(db);
    const { rows: present } = found[0]?.there
      ? await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
      : { rows: [] };
    counts.push({
      table,
      rows: Number(source.prepare(`select count(*) as count from ${table}`).get()?.['count']),
      present: present[0]?.count ?? null,
    });
  }
  return counts;
}

async function copyTables(
  source: DatabaseSync,
  trx: Transaction<Schema>,
  counts: readonly TableCount[],
  { onProgress, signal }: CopyOptions,
): Promise<void> {
  const total = counts.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of tablesOf(source)) {
    const names = await columnsOf(source, trx, table);
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const rows = source.prepare(`select ${names.join(', ')} from ${table}`).iterate();
    for (const batch of inBatches(rows, BATCH_ROWS)) {
      signal.throwIfAborted();
      // By column names, because the order differs. Without `overriding`, PostgreSQL would assign new ids.
      await sql`insert into ${sql.table(table)} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)})`.execute(
        trx,
      );
      onProgress(table, (done += batch.length), total);
    }
  }
}

function* inBatches<T>(rows: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** @throws CopyError if the two databases have different columns */
async function columnsOf(source: DatabaseSync, trx: Kysely<Schema>, table: string): Promise<string[]> {
  // SQLite computes the positions of events; PostgreSQL stores them.
  const own = source.prepare('select name from pragma_table_xinfo(?)').all(table);
  const names = own.map(({ name }) => String(name));
  const { rows } = await sql<{ attname: string }>`select attname from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(trx);
  const theirs = rows.map(({ attname }) => attname);
  const differing = [...names, ...theirs].filter((name) => !(names.includes(name) && theirs.includes(name)));
  if (differing.length > 0)
    throw new CopyError(
      `the columns of ${table} differ (${differing.join(', ')}); use the same version for both`,
    );
  return names;
}

/** Ids are never reused, so new ids must follow those of deleted rows too. */
async function continueIds(source: DatabaseSync, trx: Kysely<Schema>): Promise<void> {
  for (const { name, seq } of source.prepare('select name, seq from sqlite_sequence').all()) {
    const table = String(name);
    if (Number(seq) === 0) continue;
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${Number(seq)})`.execute(trx);
    // SQLite's ids of events are their positions.
    if (table === 'events') await sql`update event_head set position = ${Number(seq)}`.execute(trx);
  }
}
