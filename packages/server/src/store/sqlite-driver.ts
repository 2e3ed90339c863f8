import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type Kysely,
} from 'kysely';
import { createLru } from '../lib/lru.ts';

/** How long a write waits for another process's write lock, from its request on, and how often it looks. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_POLL_MS = 5;
const SQLITE_BUSY = 5;
const CACHED_STATEMENTS = 500;
/** The reader's cache. SQLite's own 2 MB hold less of an index than a deep page of a list walks along. */
const READER_CACHE_KIB = 16 * 1024;

/**
 * `node:sqlite` under Kysely. Two handles on one file: plain SELECTs go to a reader, which always sees the last
 * committed state. Everything else and every transaction goes to the only writer, one after another. So a transaction
 * that awaits between its statements neither blocks reads nor leaks into them.
 * @param access with `read`, there is no writer, and neither the file nor its folder changes
 */
export function sqliteDialect(file: string, access: 'read' | 'write' = 'write'): Dialect {
  const adapter = new PairedAdapter();
  return {
    createAdapter: () => adapter,
    createDriver: () =>
      createDriver(() => (access === 'read' ? openForLooking(file) : openPair(file)), adapter),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** How busy the one writer is. */
export interface SqliteLoad {
  /** Committed since the start, single statements included. */
  transactions: number;
  /** How often since the start a write found that another process holds the write lock. */
  busy: number;
  /** Writes that wait for the writer of this process. */
  waiting: number;
}

/** Null on another database. */
export function sqliteLoad(db: Pick<Kysely<unknown>, 'getExecutor'>): Readonly<SqliteLoad> | null {
  const { adapter } = db.getExecutor();
  return adapter instanceof PairedAdapter ? adapter.load : null;
}

/** Kysely would otherwise queue all queries behind one another; the driver below queues only writes. */
class PairedAdapter extends SqliteAdapter {
  /** Set while the database is open. */
  reader: Handle | undefined;
  /** Set while the database is open. */
  writer: Handle | undefined;
  /** Set while nobody holds the writer or waits for it. */
  idleWriter: Handle | undefined;
  readonly load: SqliteLoad = { transactions: 0, busy: 0, waiting: 0 };

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Runs a statement outside a transaction, without Kysely's way to a connection, which costs as much as a look-up
 * itself. Null if it must go that way.
 */
export function runAtOnce<R>(
  db: Pick<Kysely<unknown>, 'getExecutor' | 'isTransaction'>,
  { sql, query, parameters }: CompiledQuery<R>,
): QueryResult<R> | null {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof PairedAdapter) || db.isTransaction) return null;
  if (SelectQueryNode.is(query)) return adapter.reader?.run<R>(sql, parameters) ?? null;
  const { idleWriter } = adapter;
  if (idleWriter === undefined || idleWriter.database.isTransaction) return null;
  try {
    const result = idleWriter.run<R>(sql, parameters);
    adapter.load.transactions += 1;
    return result;
  } catch (error) {
    // Another process writes; waiting for it must not block this one.
    if (countBusy(error, adapter.load)) return null;
    throw error;
  }
}

/** Runs a compiled query right now. */
type Run = <R>(query: CompiledQuery<R>) => R[];

/**
 * Runs statements in one transaction of SQLite, without a pause between them: in the open one, otherwise in a new one.
 * While nobody holds the writer, it leaves out Kysely's way to a transaction, which costs more than the statements do.
 * @throws TypeError on another database
 */
export async function transactAtOnce<S, T>(db: Kysely<S>, work: (run: Run) => T): Promise<T> {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof PairedAdapter)) throw new TypeError('This database waits between statements');
  const { idleWriter } = adapter;
  if (!db.isTransaction && idleWriter !== undefined && begins(idleWriter, adapter.load)) {
    try {
      const result = work(runOn(idleWriter));
      idleWriter.database.exec('commit');
      adapter.load.transactions += 1;
      return result;
    } finally {
      rollBack(idleWriter);
    }
  }
  const within = async (): Promise<T> => work(runOn(inTransaction(adapter.writer)));
  // The executor refuses a transaction that is over: by now the writer may belong to the next.
  return db.isTransaction ? db.getExecutor().provideConnection(within) : db.transaction().execute(within);
}

/** @returns false if another process writes; waiting for it must not block this one */
function begins({ database }: Handle, load: SqliteLoad): boolean {
  if (database.isTransaction) return false;
  try {
    database.exec('begin immediate');
    return true;
  } catch (error) {
    if (countBusy(error, load)) return false;
    throw error;
  }
}

/** Ends a transaction that a failure left open: nothing of it may stay. */
function rollBack({ database }: Handle): void {
  if (database.isTransaction) database.exec('rollback');
}

/**
 * The writer, for a statement of an open transaction. A full disk, for example, makes SQLite roll back at once. Later
 * statements would be written on their own.
 */
function inTransaction(writer: Handle | undefined): Handle {
  if (writer?.database.isTransaction !== true) throw new Error('The transaction has been rolled back');
  return writer;
}

function runOn(writer: Handle): Run {
  return <R>({ sql, parameters }: CompiledQuery<R>) => writer.run<R>(sql, parameters).rows;
}

interface Handle {
  database: DatabaseSync;
  run<R>(sql: string, values: readonly unknown[]): QueryResult<R>;
}

type Row = Record<string, unknown>;

interface Prepared {
  statement: StatementSync;
  /** Empty if the statement returns no rows. */
  columns: string[];
  /** An object with all the columns, if the statement returns its rows as arrays. */
  shape: Row | null;
}

/** @param file a URL is only read */
function openHandle(file: string | URL, pragmas: string[]): Handle {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    readOnly: file instanceof URL,
  });
  try {
    for (const pragma of pragmas) database.exec(`pragma ${pragma}`);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = createLru<string, Prepared>(CACHED_STATEMENTS);

  function prepare(sql: string): Prepared {
    const cached = statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    // With `*` the columns change when another process migrates the table: a value could get another column's name.
    const shape = sql.includes('*') ? null : Object.fromEntries(columns.map((name) => [name, null]));
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
      if (columns.length > 0) {
        const results: unknown[] = statement.all(...parameters);
        // The query builder knows the content of a row, and gave the type.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const rows = (
          shape === null ? results : results.map((result) => toRow(shape, columns, result))
        ) as R[];
        return { rows, numAffectedRows: BigInt(rows.length) };
      }
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
  };
}

/**
 * A copy of one object, so that all rows of a statement have its shape. SQLite's own objects, and objects that get so
 * many columns one by one, are dictionaries: slow to make and slow to read.
 */
function toRow(shape: Row, columns: readonly string[], values: unknown): Row {
  const row = { ...shape };
  if (!Array.isArray(values)) throw new TypeError('SQLite gave a row that is no array');
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index];
  return row;
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
}

/** Taken before a write queues, so that all queued writes wait at the same time, not one after another. */
function busyDeadline(): number {
  return performance.now() + BUSY_TIMEOUT_MS;
}

/**
 * Runs a write, again and again while another process holds the write lock. SQLite's own wait would block this process,
 * with all its reads, until the other one is done.
 */
async function whenFree<T>(write: () => T, deadline = busyDeadline(), load?: SqliteLoad): Promise<T> {
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (!countBusy(error, load) || performance.now() > deadline) throw error;
    }
    await setTimeout(BUSY_POLL_MS);
  }
}

/** @returns whether another process holds the write lock */
function countBusy(error: unknown, load?: SqliteLoad): boolean {
  const busy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
  if (busy && load !== undefined) load.busy += 1;
  return busy;
}

interface PairedConnection extends DatabaseConnection {
  /** Set while this connection holds the writer for a transaction. */
  unlock?: () => void;
}

interface Pair {
  reader: Handle;
  writer: Handle | undefined;
}

async function openPair(file: string): Promise<Pair> {
  // Created here, because SQLite would leave the mode to the umask. Its side files take the mode of the file.
  closeSync(openSync(file, 'a', 0o600));
  // WAL lets the reader work beside the writer. FULL syncs the log at each commit, so that an acknowledged write
  // survives a power failure. If two processes start on a new file at once, SQLite refuses one of them the change
  // of the journal mode without waiting.
  const writer = await whenFree(() =>
    openHandle(file, ['journal_mode = wal', 'synchronous = full', 'busy_timeout = 0']),
  );
  return { writer, reader: openHandle(file, ['query_only = on', `cache_size = -${READER_CACHE_KIB}`]) };
}

/**
 * SQLite would create side files even for a reader, and leave them there. Without a log nobody writes, and the file
 * alone is the database.
 */
async function openForLooking(file: string): Promise<Pair> {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  return { writer: undefined, reader: openHandle(url, []) };
}

function createDriver(open: () => Promise<Pair>, adapter: PairedAdapter): Driver {
  const { load } = adapter;
  // Kysely does some work for each new connection.
  const idle: PairedConnection[] = [];
  let reader: Handle;
  /** Undefined where nothing may be written. */
  let writer: Handle | undefined;
  let lastWrite: Promise<void> = Promise.resolve();

  function writable(): Handle {
    if (writer === undefined) throw new Error('The database was opened for reading only');
    return writer;
  }

  /** Waits for the writer. The caller must call the returned function once. */
  async function lockWriter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = lastWrite;
    lastWrite = promise;
    adapter.idleWriter = undefined;
    load.waiting += 1;
    await before;
    load.waiting -= 1;
    return () => {
      if (lastWrite === promise) adapter.idleWriter = writer;
      resolve();
    };
  }

  async function executeQuery<R>(
    connection: PairedConnection,
    query: CompiledQuery,
  ): Promise<QueryResult<R>> {
    if (connection.unlock !== undefined) {
      return inTransaction(writer).run<R>(query.sql, query.parameters);
    }
    // Without a writer, SQLite itself refuses what would write.
    if (writer === undefined || SelectQueryNode.is(query.query))
      return reader.run<R>(query.sql, query.parameters);
    const deadline = busyDeadline();
    const unlock = await lockWriter();
    try {
      const result = await whenFree(() => writable().run<R>(query.sql, query.parameters), deadline, load);
      load.transactions += 1;
      return result;
    } finally {
      unlock();
    }
  }

  function endTransaction(connection: PairedConnection, command: 'commit' | 'rollback'): void {
    const { unlock } = connection;
    // Kysely also rolls back after a failed commit, which has ended the transaction. By now the writer may belong to
    // the next.
    if (unlock === undefined) return;
    delete connection.unlock;
    try {
      if (command === 'commit') {
        writable().database.exec('commit');
        load.transactions += 1;
      }
    } finally {
      try {
        rollBack(writable());
      } finally {
        unlock();
      }
    }
  }

  return {
    async init() {
      ({ reader, writer } = await open());
      adapter.reader = reader;
      adapter.writer = writer;
      adapter.idleWriter = writer;
    },
    async acquireConnection() {
      const free = idle.pop();
      if (free !== undefined) return free;
      const connection: PairedConnection = {
        executeQuery: (query) => executeQuery(connection, query),
        // oxlint-disable-next-line require-yield
        async *streamQuery() {
          throw new Error('Streaming is not used');
        },
      };
      return connection;
    },
    async beginTransaction(connection: PairedConnection) {
      const deadline = busyDeadline();
      const unlock = await lockWriter();
      try {
        // IMMEDIATE takes the write lock now; a later upgrade could fail halfway.
        await whenFree(() => writable().database.exec('begin immediate'), deadline, load);
      } catch (error) {
        unlock();
        throw error;
      }
      connection.unlock = unlock;
    },
    async commitTransaction(connection: PairedConnection) {
      endTransaction(connection, 'commit');
    },
    async rollbackTransaction(connection: PairedConnection) {
      endTransaction(connection, 'rollback');
    },
    async releaseConnection(connection: PairedConnection) {
      idle.push(connection);
    },
    async destroy() {
      const unlock = await lockWriter();
      adapter.reader = undefined;
      adapter.writer = undefined;
      reader.database.close();
      // The last handle to close checkpoints the log into the database file.
      writer?.database.close();
      unlock();
      adapter.idleWriter = undefined;
    },
  };
}
