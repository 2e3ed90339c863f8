import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  type DeleteQueryBuilder,
  type Dialect,
  type InsertQueryBuilder,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
  type Transaction,
} from 'kysely';
import { NEW_EVENT_COLUMNS } from './event-columns.ts';
import type { NewEvent, Schema, SessionRow } from './schema.ts';
import {
  createPool,
  isAnswer,
  type PoolCounts,
  PoolerError,
  type PostgresOptions,
  WITHOUT_LIMITS,
} from './postgres-pool.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { ReaderAdapter, readerDialect } from './sqlite-reader.ts';

export { runAtOnce, sqliteLoad, transactAtOnce } from './sqlite-driver.ts';

/** Every difference between the SQL of the two databases is in this file, apart from the frozen migrations. */

export type DatabaseOptions = { kind: 'sqlite'; file: string } | PostgresOptions;

export type DatabaseKind = DatabaseOptions['kind'];

/** The key of the advisory lock under which one instance migrates while the others wait. */
const MIGRATION_LOCK = 4_011_953;
/** The key of the advisory lock under which the number of superadmins shrinks. */
const SUPERADMIN_LOCK = 4_011_954;

/** Migrations wait without limit: for each other, and while big tables are rewritten. A look changes nothing. */
type Use = 'service' | 'migration' | 'look';

/** @param onPoolerError is told of each statement that a pooler mixed up */
export function createDialect(
  options: DatabaseOptions,
  use: Use = 'service',
  onPoolerError?: (error: PoolerError) => void,
  onPool?: (pool: PoolCounts) => void,
): Dialect {
  return options.kind === 'sqlite'
    ? sqliteDialect(options.file, use === 'look' ? 'read' : 'write')
    : new PostgresDialect({
        async pool() {
          const pool = await createPool(options, use === 'service', onPoolerError);
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

/** Holds other instances back until this transaction ends. On SQLite, `begin immediate` already does so. */
export async function lockMigrations(trx: Transaction<Schema>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres') return;
  // A pooler may hand over a connection with limits.
  await sql.raw(WITHOUT_LIMITS).execute(trx);
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
}

/** Holds back every other transaction that would reduce the superadmins, until this one ends. SQLite has one writer. */
export async function lockSuperadmins(trx: Kysely<Schema>): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${SUPERADMIN_LOCK})`.execute(trx);
}

/**
 * Locks the rows that a SELECT reads until the transaction ends. Without a transaction it locks until the statement
 * ends, which protects an insert that depends on them. An update that changes nothing would lock too, but would rewrite
 * every index. SQLite's writers have the database to themselves.
 */
export function lockRows<Table extends 'accounts' | 'sessions' | 'webhooks', Row>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> {
  return isPostgres(db) ? query.forNoKeyUpdate() : query;
}

/**
 * Locks the rows that a statement is about to remove, in the order of their ids. Two statements that took the same rows
 * in different orders would wait for each other forever. SQLite has one writer.
 */
export function lockInOrder<Table extends 'sessions' | 'codes', Row>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> {
  return isPostgres(db) ? query.orderBy(sql.ref('id')).forUpdate() : query;
}

/** Skips rows that another transaction has locked, so that the statement waits for nobody. SQLite has one writer. */
export function skipLocked<
  Table extends 'sessions' | 'codes' | 'failures' | 'events' | 'webhooks' | 'deliveries',
  Row,
>(db: Kysely<Schema>, query: SelectQueryBuilder<Schema, Table, Row>): SelectQueryBuilder<Schema, Table, Row> {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query;
}

/**
 * Where long reads go: on SQLite to a thread of their own, otherwise to the same database. It reads after it has been
 * asked what was committed before.
 */
export function openReader(options: DatabaseOptions, db: Kysely<Schema>): Kysely<Schema> {
  return options.kind === 'sqlite' ? new Kysely<Schema>({ dialect: readerDialect(options.file) }) : db;
}

/**
 * The milliseconds that a step of a long task may take: others wait for it. On SQLite in our thread these are all
 * requests, in the reader's thread other long reads. Null where nobody waits.
 */
export function stepMs(db: Kysely<Schema>): number | null {
  if (isPostgres(db)) return null;
  return db.getExecutor().adapter instanceof ReaderAdapter ? 50 : 3;
}

/** Whether comparing `(key, id)` leads to a place in an index. SQLite would look at all rows with the same key. */
export function comparesRows(db: Kysely<Schema>): boolean {
  return isPostgres(db);
}

/**
 * A column for which no index is used. SQLite keeps no statistics, so it takes every value for a rare one: it would
 * gather and sort all accounts with the role that nearly all have. PostgreSQL knows better.
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

/** Whether a column has one of the ids of a list from {@link idList}: of any length, the statement stays the same. */
export function isAmong(db: Kysely<Schema>, column: string, list: string): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${list}::bigint[])`
    : sql`${sql.ref(column)} in (select value from json_each(${list}))`;
}

/** Ids as a value of a statement. */
export function idList(db: Kysely<Schema>, ids: readonly number[]): string {
  return isPostgres(db) ? `{${ids.join(',')}}` : JSON.stringify(ids);
}

/** A text of the JSON object in a column; null if it has none of this name. */
export function jsonText(db: Kysely<Schema>, column: string, name: string): RawBuilder<string | null> {
  return isPostgres(db)
    ? sql`${sql.ref(column)}::json ->> ${sql.lit(name)}`
    : sql`${sql.ref(column)} ->> ${sql.lit(name)}`;
}

/** Whether events wait for their positions. SQLite has one writer, so their ids are their positions. */
export function placesEvents(db: Kysely<Schema>): boolean {
  return isPostgres(db);
}

/** Gives up to `limit` committed events their positions, in an open transaction. @returns whether there may be more */
export async function placeEvents(trx: Kysely<Schema>, limit: number): Promise<boolean> {
  // The lock lets one instance at a time give positions, so that they become visible in their order. The next statement
  // sees whatever was committed before the lock was free. It waits for no repetition that raises a count: that one may
  // wait for us.
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
type SessionChange =
  InsertQueryBuilder<Schema, 'sessions', SessionRow> | DeleteQueryBuilder<Schema, 'sessions', SessionRow>;

/** Whether {@link withEvent} works. On SQLite it does not; {@link transactAtOnce} works there. */
export function joinsStatements(db: Kysely<Schema>): boolean {
  return isPostgres(db);
}

/**
 * The statement together with the event of its row, as one statement: a round trip less.
 * @param value gives the event's columns; its session is the row
 */
export function withEvent(
  db: Kysely<Schema>,
  change: SessionChange,
  value: (column: Exclude<keyof NewEvent, 'session_id'>) => string | number | null,
): SelectQueryBuilder<Schema & { changed: SessionRow }, 'changed', SessionRow> {
  return db
    .with('changed', () => change)
    .with('told', (query) =>
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
        ),
    )
    .selectFrom('changed')
    .selectAll('changed');
}

function isPostgres(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The database server's facts about itself. */
export interface ServerFacts {
  /** Its clock, in milliseconds since the epoch. */
  now: number;
  /** Connections for everybody but superusers. */
  maxConnections: number;
}

/** Null for SQLite, which is no server. */
export async function serverFacts(db: Kysely<Schema>): Promise<ServerFacts | null> {
  if (!isPostgres(db)) return null;
  const { rows } = await sql<{ now: number; most: number; reserved: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
      current_setting('max_connections')::int as most,
      current_setting('superuser_reserved_connections')::int as reserved`.execute(db);
  const { now = 0, most = 0, reserved = 0 } = rows[0] ?? {};
  return { now, maxConnections: most - reserved };
}

/** The version of the database, as it names itself. */
export async function databaseVersion(db: Kysely<Schema>): Promise<string> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ version: string }>`select current_setting('server_version') as version`
      : sql<{ version: string }>`select sqlite_version() as version`
  ).execute(db);
  return rows[0]?.version ?? 'unknown';
}

/**
 * Copies the committed content of a SQLite file before a migration rewrites it. The migration may hold the write lock
 * meanwhile. PostgreSQL's operator makes the backups there.
 */
export function backUpDatabase(options: DatabaseOptions, label: string): void {
  if (options.kind !== 'sqlite') return;
  const copy = `${options.file}.before-${label}`;
  // Under another name until it is complete. SQLite writes into the empty file and keeps its mode.
  const unfinished = `${copy}.unfinished`;
  const file = openSync(unfinished, 'w', 0o600);
  const database = new DatabaseSync(options.file);
  try {
    database.prepare('vacuum into ?').run(unfinished);
    fsyncSync(file);
  } finally {
    database.close();
    closeSync(file);
  }
  renameSync(unfinished, copy);
}

/**
 * The column whose unique index caused an error; null for any other error. PostgreSQL names the index (by our
 * convention after its last column: `accounts__email_key`), SQLite all columns.
 */
export function violatedUniqueColumn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (isAnswer(error)) {
    return error.code === '23505' ? (error.constraint?.split('__')[1] ?? null) : null;
  }
  return /^UNIQUE constraint failed: .*\.(\w+)$/.exec(error.message)?.[1] ?? null;
}

/** SQLite's primary codes for a database that cannot be used now: busy, locked, read-only, I/O, full, cannot open. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14]);
/**
 * PostgreSQL: connection lost (08), deadlock (40), out of resources (53), shut down by an operator (57), system
 * error (58), a server that became a read-only standby, a migration that changed the tables under prepared statements.
 */
const POSTGRES_UNAVAILABLE = /^(08|40|53|57P|58|25006|0A000)/;

/** Errors without a code. The last two are of a store that has closed while a request went on whose client had left. */
const UNAVAILABLE_MESSAGE =
  /^(timeout (exceeded|expired)|connection terminated|client (has encountered|was closed)|query read timeout|driver has already been destroyed|cannot use a pool after calling end)/i;

/** Whether the database is unavailable or cannot write, as opposed to refusing the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof PoolerError) return true;
  if (isAnswer(error)) return POSTGRES_UNAVAILABLE.test(error.code ?? '');
  if ('errcode' in error && typeof error.errcode === 'number') {
    return SQLITE_UNAVAILABLE.has(error.errcode & 0xff);
  }
  if ('code' in error && typeof error.code === 'string') {
    return /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENOENT)$/.test(
      error.code,
    );
  }
  return UNAVAILABLE_MESSAGE.test(error.message);
}

/** SQLite, in addition to the codes above: the file is corrupt, or not a database. */
const SQLITE_UNREADABLE = new Set([11, 26]);
/** PostgreSQL, in addition to the classes above: login refused (28), no such database (3D), no rights to its schema. */
const POSTGRES_REFUSED = /^(28|3D|42501)/;
const SYSTEM_REFUSED = /^(EACCES|EPERM|EROFS|EISDIR|ENOTDIR|ENETUNREACH|.*CERT.*|ERR_TLS.*|ERR_SSL.*)$/;

/**
 * The reason why a database cannot be opened, in one line for its operator; null for an unrelated error, and for one
 * whose message says all.
 */
export function openingProblem(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof PoolerError) return null;
  const code = 'code' in error ? String(error.code) : '';
  const refused = isAnswer(error)
    ? POSTGRES_REFUSED.test(code)
    : 'errcode' in error
      ? SQLITE_UNREADABLE.has(Number(error.errcode) & 0xff)
      : SYSTEM_REFUSED.test(code) || /^(SASL|The server does not support SSL)/.test(error.message);
  if (!refused && !isDatabaseUnavailable(error)) return null;
  // For a name with several addresses, the message is empty.
  return error.message.replaceAll(/\s+/g, ' ') || code;
}
