import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
} from 'kysely';
import type { SqliteLoad } from './sqlite-busy.ts';
import { type Handle, openForLooking, openPair, type Pair } from './sqlite-handle.ts';
import { CHECKPOINT, createLogKeeper, type LogLength, LOOK } from './sqlite-log.ts';
import { createWriter, type OpenTransaction, type SqliteWriter } from './sqlite-writer.ts';

/**
 * `node:sqlite` under Kysely. Two handles on one file: plain SELECTs go to a reader, which always sees the last
 * committed state. Everything else and every transaction goes to the only writer, one after another. So a transaction
 * that awaits between its statements neither blocks reads nor leaks into them.
 * @param access with `read`, there is no writer, and neither the file nor its folder changes
 * @param onFailure called with each error of a write; it must not throw
 */
export function sqliteDialect(
  file: string,
  access: 'read' | 'write' = 'write',
  onFailure: (error: unknown) => void = () => {},
): Dialect {
  const adapter = new PairedAdapter();
  return {
    createAdapter: () => adapter,
    createDriver: () =>
      createDriver(() => (access === 'read' ? openForLooking(file) : openPair(file)), adapter, onFailure),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Null on another database. */
export function sqliteLoad(db: Pick<Kysely<unknown>, 'getExecutor'>): Readonly<SqliteLoad> | null {
  const { adapter } = db.getExecutor();
  return adapter instanceof PairedAdapter ? adapter.load : null;
}

/**
 * Keeps the log of an open SQLite file short, by checkpoints that run elsewhere.
 * @param checkpoint runs a statement with another connection, which may write
 */
export function keepLogShort(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  checkpoint: (statement: string) => Promise<unknown>,
): void {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof PairedAdapter)) return;
  adapter.onCommit = createLogKeeper(
    () => adapter.reader?.run<LogLength>(LOOK, []).rows[0],
    () => checkpoint(CHECKPOINT),
  );
}

/** Kysely would otherwise queue all queries behind one another; the writer queues only writes. */
class PairedAdapter extends SqliteAdapter {
  /** Set while the database is open. */
  reader: Handle | undefined;
  /** Set while the database is open. */
  writer: SqliteWriter | undefined;
  onCommit: (() => void) | undefined;
  readonly load: SqliteLoad = { transactions: 0, busy: 0, waiting: 0 };

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Runs a statement outside a transaction without obtaining a connection from Kysely, which costs as much as a look-up
 * itself: a SELECT at once, a change together with others. Null if it needs such a connection.
 */
export function runAtOnce<R>(
  db: Pick<Kysely<unknown>, 'getExecutor' | 'isTransaction'>,
  { sql, query, parameters }: CompiledQuery<R>,
): QueryResult<R> | Promise<QueryResult<R>> | null {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof PairedAdapter) || db.isTransaction) return null;
  if (SelectQueryNode.is(query)) return adapter.reader?.run<R>(sql, parameters) ?? null;
  if (!canShare(query)) return null;
  return adapter.writer?.share((writer) => writer.run<R>(sql, parameters)) ?? null;
}

/**
 * Whether a statement can be a part of a transaction. A raw statement may be a pragma, or may end the
 * transaction.
 */
function canShare(query: CompiledQuery['query']): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}

/** Runs a compiled query at once. */
type Run = <R>(query: CompiledQuery<R>) => R[];

/**
 * Runs statements without a pause between them: in the open SQLite transaction, or else in one that they share with
 * other writes.
 * @throws TypeError on another database
 */
export async function transactAtOnce<S, T>(db: Kysely<S>, work: (run: Run) => T): Promise<T> {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof PairedAdapter)) throw new TypeError('This database waits between statements');
  const { writer } = adapter;
  if (!db.isTransaction && writer !== undefined) return writer.share((handle) => work(runOn(handle)));
  const within = async (): Promise<T> => work(runOn(opened(adapter.writer).inTransaction()));
  // The executor refuses a finished transaction, because the writer may belong to the next one.
  return db.isTransaction ? db.getExecutor().provideConnection(within) : db.transaction().execute(within);
}

function runOn(writer: Handle): Run {
  return <R>({ sql, parameters }: CompiledQuery<R>) => writer.run<R>(sql, parameters).rows;
}

function opened(writer: SqliteWriter | undefined): SqliteWriter {
  if (writer === undefined) throw new Error('The database was opened for reading only');
  return writer;
}

interface PairedConnection extends DatabaseConnection {
  /** Set while this connection has the writer for a transaction. */
  transaction?: OpenTransaction;
}

function createDriver(
  open: () => Promise<Pair>,
  adapter: PairedAdapter,
  onFailure: (error: unknown) => void,
): Driver {
  // Kysely does some work for each new connection.
  const idle: PairedConnection[] = [];
  let reader: Handle;
  /** Undefined if the database was opened for reading only. */
  let writer: SqliteWriter | undefined;

  async function executeQuery<R>(
    { transaction }: PairedConnection,
    { sql, query, parameters }: CompiledQuery,
  ): Promise<QueryResult<R>> {
    if (transaction !== undefined) return opened(writer).inTransaction().run<R>(sql, parameters);
    // Without a writer, SQLite itself refuses writes.
    if (writer === undefined || SelectQueryNode.is(query)) return reader.run<R>(sql, parameters);
    const statement = (handle: Handle) => handle.run<R>(sql, parameters);
    return canShare(query) ? writer.share(statement) : writer.alone(statement);
  }

  /** Kysely also rolls back after a failed commit, which has ended the transaction. */
  function ended(connection: PairedConnection): OpenTransaction | undefined {
    const { transaction } = connection;
    delete connection.transaction;
    return transaction;
  }

  return {
    async init() {
      const pair = await open();
      reader = pair.reader;
      writer = pair.writer && createWriter(pair.writer, adapter.load, () => adapter.onCommit?.(), onFailure);
      adapter.reader = reader;
      adapter.writer = writer;
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
      connection.transaction = await opened(writer).begin();
    },
    async commitTransaction(connection: PairedConnection) {
      ended(connection)?.commit();
    },
    async rollbackTransaction(connection: PairedConnection) {
      ended(connection)?.rollback();
    },
    async releaseConnection(connection: PairedConnection) {
      idle.push(connection);
    },
    async destroy() {
      const close = () => {
        adapter.reader = undefined;
        adapter.writer = undefined;
        reader.database.close();
      };
      if (writer === undefined) close();
      else await writer.close(close);
    },
  };
}
