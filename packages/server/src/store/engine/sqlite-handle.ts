import { closeSync, existsSync, openSync } from 'node:fs';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { type DatabaseSync, sqlite } from './sqlite.ts';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { QueryResult } from 'kysely';
import { BUSY_TIMEOUT_MS, busyDeadline, whenFree } from './sqlite-busy.ts';
import { LOG_LIMIT } from './sqlite-log.ts';

const CACHED_STATEMENTS = 500;
/** The reader's cache. SQLite's default of 2 MB holds less of an index than a deep page of a list reads. */
const READER_CACHE_KIB = 16 * 1024;

/** An open database, with its statements. */
export interface Handle {
  database: DatabaseSync;
  run<R>(sql: string, values: readonly unknown[]): QueryResult<R>;
  /** The result of a query, in a form that is cheap to send to another thread. */
  find(sql: string, values: readonly unknown[]): Found;
}

/** Rows as arrays of the values of these columns; as objects, where there are no columns. */
export interface Found {
  columns: readonly string[] | null;
  rows: readonly unknown[];
}

type Row = Record<string, unknown>;

interface Prepared {
  statement: StatementSync;
  /** Empty if the statement returns no rows. */
  columns: string[];
  /** An object with all the columns, if the statement returns its rows as arrays. */
  shape: Row | null;
}

function openHandle(file: string | URL, pragmas: string[], readOnly = false): Handle {
  const database = new (sqlite().DatabaseSync)(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    readOnly,
  });
  try {
    for (const pragma of pragmas) database.exec(`pragma ${pragma}`);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new LRUCache<string, Prepared>({ max: CACHED_STATEMENTS });

  function prepare(sql: string): Prepared {
    const cached = statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    // With `*`, the columns change when another process migrates the table, so a value could get another column's name.
    const shape = sql.includes('*') ? null : shapeOf(columns);
    statement.setReturnArrays(shape !== null);
    const prepared = { statement, columns, shape };
    statements.set(sql, prepared);
    return prepared;
  }

  return {
    database,
    run<R>(sql: string, values: readonly unknown[]): QueryResult<R> {
      const { statement, columns, shape } = prepare(sql);
      const parameters = values.map(bindable);
      if (columns.length > 0) return asResult<R>(columns, shape, statement.all(...parameters));
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    find(sql, values) {
      const { statement, columns, shape } = prepare(sql);
      return { columns: shape && columns, rows: statement.all(...values.map(bindable)) };
    },
  };
}

/** The result that `run` would have returned. */
export function resultOf<R>({ columns, rows }: Found): QueryResult<R> {
  return asResult<R>(columns ?? [], columns && shapeOf(columns), rows);
}

function asResult<R>(
  columns: readonly string[],
  shape: Row | null,
  results: readonly unknown[],
): QueryResult<R> {
  // The query builder knows the content of a row, and gave the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const rows = (shape === null ? results : results.map((result) => toRow(shape, columns, result))) as R[];
  return { rows, numAffectedRows: BigInt(rows.length) };
}

const shapeOf = (columns: readonly string[]): Row => Object.fromEntries(columns.map((name) => [name, null]));

/**
 * A copy of one object, so that all rows of a statement have its shape. SQLite's own objects, and objects that are
 * filled column by column, become dictionaries, which are slow.
 */
function toRow(shape: Row, columns: readonly string[], values: unknown): Row {
  const row = { ...shape };
  if (!Array.isArray(values)) throw new TypeError('SQLite returned a row that is not an array');
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index];
  return row;
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
}

/** The handles on one file. */
export interface Pair {
  reader: Handle;
  writer: Handle | undefined;
}

const READER_CACHE = `cache_size = -${READER_CACHE_KIB}`;

/** Another reader of a file that {@link openPair} has opened. It can also checkpoint. */
export function openReader(file: string): Handle {
  const url = pathToFileURL(file);
  // Does not create a file.
  url.searchParams.set('mode', 'rw');
  return openHandle(url, ['query_only = on', READER_CACHE]);
}

export async function openPair(file: string): Promise<Pair> {
  // Created here, because SQLite would use the umask for the mode. Its side files take the mode of the file.
  closeSync(openSync(file, 'a', 0o600));
  // WAL lets the reader work at the same time as the writer. FULL syncs the log at each commit, so that an acknowledged
  // write survives a power failure. If two processes start on a new file at once, SQLite refuses to change the journal
  // mode for one of them, without waiting.
  const writer = await whenFree(
    () => openHandle(file, ['journal_mode = wal', 'synchronous = full', 'busy_timeout = 0', ...LOG_LIMIT]),
    busyDeadline(),
  );
  return { writer, reader: openHandle(file, ['query_only = on', READER_CACHE]) };
}

/**
 * SQLite would create side files even for a reader, and leave them there. Without a log there is no writer, and the
 * file alone is the database.
 */
export async function openForLooking(file: string): Promise<Pair> {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  return { writer: undefined, reader: openHandle(url, [], true) };
}
