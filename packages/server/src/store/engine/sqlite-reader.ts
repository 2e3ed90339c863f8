import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { resultOf } from './sqlite-handle.ts';
import { WITHOUT_WARNING } from './sqlite.ts';
import type { Answer, Asked, Fault } from './sqlite-reader-thread.ts';

/** The thread ends after this time without a query. */
const IDLE_MS = 60_000;
/** SQLite's code for a file that cannot be read. */
const SQLITE_IOERR = 10;

/** Next to this file, in the sources as in the bundle. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? 'sqlite-reader-thread.ts' : 'sqlite-reader-thread.js',
  import.meta.url,
);

/** Statements need not wait for each other's answers: the thread keeps their order. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Reads a SQLite file in a separate thread, so that a slow disk does not block the event loop. Each statement
 * sees everything that was committed before it was called; there are no transactions. The thread begins at the
 * first statement and ends after a minute without any. If it dies, waiting queries fail as for a file that
 * cannot be read, and the next statement begins another thread.
 * @param file must exist, and stay open elsewhere
 */
export function readerDialect(file: string): Dialect {
  return {
    createAdapter: () => new ReaderAdapter(),
    createDriver() {
      const thread = createThread(resolve(file));
      const connection: DatabaseConnection = {
        executeQuery: <R>({ sql, parameters }: CompiledQuery) => thread.read<R>(sql, parameters),
        // oxlint-disable-next-line require-yield
        async *streamQuery() {
          throw new Error('Streaming is not used');
        },
      };
      const refuse = async () => {
        throw new Error('Transactions need the writer');
      };
      return {
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        destroy: () => thread.close(),
      };
    },
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

function createThread(file: string) {
  let current: Thread | undefined;
  /** Threads that have not ended. Each has the file open. */
  const threads = new Map<Worker, Promise<void>>();
  let serial = 0;
  let isClosed = false;
  const idle = setTimeout(() => {
    if (current?.waiting.size === 0) end();
  }, IDLE_MS).unref();

  function begin(): Thread {
    // Inherits no options from the host: preloaded modules would be loaded again, and the thread needs no
    // secrets. With the host's cache of compiled code, it starts in half the time.
    const { NODE_COMPILE_CACHE } = process.env;
    const env = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
    const worker = new Worker(THREAD, {
      workerData: file,
      execArgv: [WITHOUT_WARNING],
      env,
      name: 'keyward-reader',
    });
    const thread: Thread = { worker, waiting: new Map() };
    const { promise, resolve: ended } = Promise.withResolvers<void>();
    threads.set(worker, promise);
    let cause: unknown;
    worker.on('message', (answer: Answer) => {
      thread.waiting.get(answer.id)?.resolve(answer);
      thread.waiting.delete(answer.id);
      if (thread.waiting.size === 0 && thread === current) rest(thread);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      threads.delete(worker);
      if (thread === current) current = undefined;
      for (const { reject } of thread.waiting.values()) reject(lost(cause));
      ended();
    });
    return thread;
  }

  /** Lets the process end while the thread has nothing to do. */
  function rest({ worker }: Thread): void {
    worker.unref();
    idle.refresh();
  }

  function end(): void {
    current?.worker.ref();
    if (current !== undefined) send(current.worker, null);
    current = undefined;
  }

  return {
    async read<R>(sql: string, values: readonly unknown[]): Promise<QueryResult<R>> {
      // A statement may have obtained its connection earlier.
      if (isClosed) throw lost();
      const { worker, waiting } = (current ??= begin());
      const id = (serial += 1);
      const answer = await new Promise<Answer>((resolveRead, reject) => {
        send(worker, { id, sql, values });
        waiting.set(id, { resolve: resolveRead, reject });
        worker.ref();
      });
      if ('fault' in answer) throw asError(answer.fault);
      return resultOf<R>(answer.found);
    },

    /** Resolves when the thread has answered all statements and closed the file. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(idle);
      end();
      await Promise.all(threads.values());
    },
  };
}

function send(worker: Worker, asked: Asked): void {
  // The rule is for windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(asked);
}

function asError({ message, codes }: Fault): Error {
  return Object.assign(new Error(message), codes);
}

function lost(cause?: unknown): Error {
  const error = new Error('The thread that reads the database has ended', { cause });
  return Object.assign(error, { code: 'ERR_SQLITE_ERROR', errcode: SQLITE_IOERR });
}
