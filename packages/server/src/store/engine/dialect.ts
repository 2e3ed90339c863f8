import {
  type DeleteQueryBuilder,
  type Compilable,
  type Dialect,
  type InsertQueryBuilder,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { NEW_EVENT_COLUMNS } from './event-columns.ts';
import { orCount } from './or-count.ts';
import type { NewEvent, Schema, SessionRow } from './schema.ts';
import type { PoolCounts } from './fair-pool.ts';
import { createPool, type PostgresOptions } from './postgres-pool.ts';
import { keepLogShort, sqliteDialect } from './sqlite-driver.ts';
import { readerDialect } from './sqlite-reader.ts';

export { runAtOnce, sqliteLoad, transactAtOnce } from './sqlite-driver.ts';

/**
 * Every difference between the SQL of the two databases is in this file, in `locks.ts` and in `account-texts.ts`, apart
 * from the frozen migrations. `database-errors.ts` interprets their errors.
 */

export type DatabaseOptions = { kind: 'sqlite'; file: string } | PostgresOptions;

export type DatabaseKind = DatabaseOptions['kind'];

/** Migrations have no time limit: they wait for each other, and rewrite big tables. A check changes nothing. */
type Use = 'service' | 'migration' | 'look';

/**
 * @param onFailure called for each statement that failed, including for a {@link PoolerError}; on SQLite, only for
 * writes
 */
export function createDialect(
  options: DatabaseOptions,
  use: Use = 'service',
  onFailure?: (error: unknown) => void,
  onPool?: (pool: PoolCounts) => void,
): Dialect {
  return options.kind === 'sqlite'
    ? sqliteDialect(options.file, use === 'look' ? 'read' : 'write', onFailure)
    : new PostgresDialect({
        async pool() {
          // While one connection holds the lock against other instances, another builds indexes.
          const poolSize = use === 'migration' ? Math.max(2, options.poolSize) : options.poolSize;
          const pool = await createPool({ ...options, poolSize }, use === 'service', onFailure);
          onPool?.(pool);
          return pool;
        },
      });
}

/** Whether there is a table of this name. Kysely's introspection would read all tables with their columns. */
export async function hasTable(db: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await (
    isPostgres(db)
      ? sql`select from pg_class where oid = to_regclass(${name})`
      : sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
  ).execute(db);
  return rows.length > 0;
}

/**
 * The reader for long reads. On SQLite it is a separate thread, which also keeps the write-ahead log short;
 * otherwise it uses the same database. It sees everything that was committed before the query.
 */
export function openReader(options: DatabaseOptions, db: Kysely<Schema>): Kysely<Schema> {
  if (options.kind !== 'sqlite' || !mayStartThreads()) return db;
  const reader = new Kysely<Schema>({ dialect: readerDialect(options.file) });
  keepLogShort(db, (statement) => sql.raw(statement).execute(reader));
  return reader;
}

/** The permission model of Node.js may refuse threads to a host. */
function mayStartThreads(): boolean {
  // Undefined without that model, although its type denies it.
  const permission: Pick<NodeJS.ProcessPermission, 'has'> | undefined = process.permission;
  return permission?.has('worker') ?? true;
}

/** Whether comparing `(key, id)` uses an index. SQLite would read all rows with the same key. */
export function comparesRows(db: Kysely<Schema>): boolean {
  return isPostgres(db);
}

/**
 * A column for which no index is used. SQLite keeps no statistics, so it considers every value rare: it would
 * read and sort all accounts with the role that nearly all have. PostgreSQL keeps statistics.
 */
export function unindexed<Value>(db: Kysely<Schema>, column: string): RawBuilder<Value> {
  return isPostgres(db) ? sql.ref<Value>(column) : sql<Value>`+${sql.ref(column)}`;
}

/**
 * Whether a column contains a text, taken literally. Only the case of ASCII letters is ignored, the same on both
 * databases.
 */
export function containsText(db: Kysely<Schema>, column: string, text: string): RawBuilder<SqlBool> {
  const wanted = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return isPostgres(db)
    ? sql`strpos(lower(${sql.ref(column)} collate "C"), ${wanted}) > 0`
    : sql`instr(lower(${sql.ref(column)}), ${wanted}) > 0`;
}

/**
 * Whether a column has one of the ids of a list from {@link idList}: the statement is the same for any length.
 */
export function isAmong(db: Kysely<Schema>, column: string, list: string): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${list}::bigint[])`
    : sql`${sql.ref(column)} in (select value from json_each(${list}))`;
}

/** The elements of a list, as rows with a column `value` of JSON. The statement is the same for any length. */
export function elementsOf(db: Kysely<Schema>, list: readonly object[]): RawBuilder<unknown> {
  const json = JSON.stringify(list);
  const all = isPostgres(db) ? sql`json_array_elements(cast(${json} as json))` : sql`json_each(${json})`;
  return sql`(select value from ${all}) as elements`;
}

/** Ids as a value of a statement. */
export function idList(db: Kysely<Schema>, ids: readonly number[]): string {
  return isPostgres(db) ? `{${ids.join(',')}}` : JSON.stringify(ids);
}

/**
 * A number in the last object of the JSON array in a column, of which it is the first field; null for an empty array.
 * PostgreSQL does not read it as JSON, because it refuses texts with NUL there, such as the answer of a receiver.
 */
export function lastNumber(db: Kysely<Schema>, column: string, name: string): RawBuilder<number | null> {
  return isPostgres(db)
    ? sql`cast(substring(${sql.ref(column)} from ${`.*[{]"${name}":([0-9]+)`}) as bigint)`
    : sql`${sql.ref(column)} ->> ${sql.lit(`$[#-1].${name}`)}`;
}

/** Whether events wait for their positions. SQLite has one writer, so their ids are their positions. */
export function placesEvents(db: Kysely<Schema>): boolean {
  return isPostgres(db);
}

/** Gives up to `limit` committed events their positions, in an open transaction. @returns whether there may be more */
export async function placeEvents(trx: Kysely<Schema>, limit: number): Promise<boolean> {
  // Under the lock, one instance at a time gives positions, so that they become visible in their order. The next
  // statement sees everything that was committed before the lock was free. It does not wait for a statement that
  // increases a count, because that one may wait for this one.
  const { rows } = await sql<{ position: number }>`select position from event_head for update`.execute(trx);
  const last = rows[0]?.position ?? 0;
  const { numAffectedRows = 0n } = await sql`
    with placed as (
      select id, row_number() over (order by id) as place
      from (select id from events where position is null order by id limit ${sql.lit(limit)}
        for update skip locked) as unplaced
    )
    update events set position = ${last}::bigint + placed.place from placed where events.id = placed.id`.execute(
    trx,
  );
  const count = Number(numAffectedRows);
  if (count > 0)
    await trx
      .updateTable('event_head')
      .set({ position: last + count })
      .execute();
  return count === limit;
}

/** A statement on sessions that returns the changed row. */
export type SessionChange =
  InsertQueryBuilder<Schema, 'sessions', SessionRow> | DeleteQueryBuilder<Schema, 'sessions', SessionRow>;

/** Whether {@link withEvent} works. On SQLite it does not; {@link transactAtOnce} works there. */
export function joinsStatements(db: Kysely<Schema>): boolean {
  return isPostgres(db);
}

/**
 * The statement together with the event of its row, as one statement, which saves a round trip.
 * @param value returns the event's columns; its session is the row
 * @param counted whether the event has a `merge_key`; then `told` is the id of the event that was stored or counted it
 */
export function withEvent(
  db: Kysely<Schema>,
  change: SessionChange,
  value: (column: Exclude<keyof NewEvent, 'session_id'>) => string | number | null,
  counted = false,
): Compilable<SessionRow & { told?: string }> {
  return db
    .with('changed', () => change)
    .with('stored', (query) =>
      query
        .insertInto('events')
        .columns([...NEW_EVENT_COLUMNS])
        .expression(
          query
            .selectFrom('changed')
            .select((select) =>
              NEW_EVENT_COLUMNS.map((column) =>
                column === 'session_id'
                  ? select.ref('changed.id').as(column)
                  : select.val(value(column)).as(column),
              ),
            ),
        )
        .$if(counted, (insert) => insert.onConflict(orCount))
        .returning('uid'),
    )
    .selectFrom('changed')
    .selectAll('changed')
    .$if(counted, (query) => query.select((select) => select.selectFrom('stored').select('uid').as('told')));
}

/** For the files of this folder. */
export function isPostgres(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The database server's facts about itself. */
export interface ServerFacts {
  /** Its clock, in milliseconds since the epoch. */
  now: number;
  /** Connections for all users except superusers. */
  maxConnections: number;
}

/** Null for SQLite, which is not a server. */
export async function serverFacts(db: Kysely<Schema>): Promise<ServerFacts | null> {
  if (!isPostgres(db)) return null;
  const { rows } = await sql<{ now: number; most: number; reserved: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
      current_setting('max_connections')::int as most,
      current_setting('superuser_reserved_connections')::int as reserved`.execute(db);
  const { now = 0, most = 0, reserved = 0 } = rows[0] ?? {};
  return { now, maxConnections: most - reserved };
}

/** The version of the database, as the database reports it. */
export async function databaseVersion(db: Kysely<Schema>): Promise<string> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ version: string }>`select current_setting('server_version') as version`
      : sql<{ version: string }>`select sqlite_version() as version`
  ).execute(db);
  return rows[0]?.version ?? 'unknown';
}
