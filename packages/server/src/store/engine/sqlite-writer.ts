import { setImmediate, setTimeout } from 'node:timers/promises';
import { BUSY_POLL_MS, busyDeadline, countBusy, type SqliteLoad, whenFree } from './sqlite-busy.ts';
import type { Handle } from './sqlite-handle.ts';

/** The maximum number of tasks in one transaction, which blocks the event loop. */
const MOST = 64;

/** How long transactions may follow each other before other requests go on. */
const SLICE_MS = 10;

/** The only writer of a process: transactions and statements take turns. */
export interface SqliteWriter {
  /**
   * Runs `work`, without a pause, in a transaction that it shares with the other writes of this turn of the
   * event loop. The sync of a commit to the disk takes longer than most tasks, and they all share one sync.
   * Each task is done completely or not at all, independently of the others. It may run twice: when a commit
   * fails, each is tried alone.
   * @returns once the transaction is on the disk
   */
  share<T>(work: (handle: Handle) => T): Promise<T>;
  /** Runs a statement that cannot be a part of a transaction. */
  alone<T>(statement: (handle: Handle) => T): Promise<T>;
  /** Begins a transaction that pauses. Its end must be called once. */
  begin(): Promise<OpenTransaction>;
  /** The handle, for a statement of an open transaction. @throws Error if SQLite has rolled the transaction back */
  inTransaction(): Handle;
  /** Runs `before` and closes the handle, after all queued writes. Later writes fail. */
  close(before: () => void): Promise<void>;
}

export interface OpenTransaction {
  commit(): void;
  rollback(): void;
}

interface Waiting {
  deadline: number;
  /** @returns a function that reports success, once the work is on the disk */
  work: (handle: Handle) => () => void;
  reject: (error: unknown) => void;
}

/**
 * @param onCommit called after each commit; it must not throw
 * @param onFailure called with each error of SQLite, except when another process holds the write lock; it must
 * not throw
 */
export function createWriter(
  file: Handle,
  load: SqliteLoad,
  onCommit: () => void,
  onFailure: (error: unknown) => void,
): SqliteWriter {
  const { database } = file;
  const handle: Handle = { ...file, run: (sql, values) => watched(() => file.run(sql, values)) };
  let lastTurn: Promise<void> = Promise.resolve();
  let waiting: Waiting[] = [];
  /** Whether the waiting tasks are queued already. */
  let inLine = false;
  /** When the event loop last turned between two transactions. */
  let pausedAt = 0;

  /** Waits for the writer. The caller must call the returned function once. */
  async function turn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = lastTurn;
    lastTurn = promise;
    await before;
    return resolve;
  }

  async function countedTurn(): Promise<() => void> {
    load.waiting += 1;
    const release = await turn();
    load.waiting -= 1;
    return release;
  }

  /**
   * Ends a turn. Otherwise the transactions of a hundred requests would run, with their answers, before anything else is
   * read.
   */
  async function pass(release: () => void): Promise<void> {
    if (load.waiting > 0 && performance.now() - pausedAt > SLICE_MS) {
      await setImmediate();
      pausedAt = performance.now();
    }
    release();
  }

  function watched<T>(statement: () => T): T {
    try {
      return statement();
    } catch (error) {
      if (!countBusy(error)) onFailure(error);
      throw error;
    }
  }

  function commitNow(): void {
    watched(() => database.exec('commit'));
    committed();
  }

  function committed(): void {
    load.transactions += 1;
    onCommit();
  }

  function rollBack(): void {
    if (database.isTransaction) database.exec('rollback');
  }

  /** @returns the tasks in the transaction that has begun; the others gave up waiting for another process */
  async function begun(): Promise<Waiting[]> {
    while (waiting.length > 0) {
      try {
        database.exec('begin immediate');
        const group = waiting.splice(0, MOST);
        load.waiting -= group.length;
        return group;
      } catch (error) {
        const busy = countBusy(error, load);
        const now = performance.now();
        const { patient = [], rest = [] } = Object.groupBy(waiting, ({ deadline }) =>
          busy && now <= deadline ? 'patient' : 'rest',
        );
        waiting = patient;
        load.waiting -= rest.length;
        for (const { reject } of rest) reject(error);
      }
      await setTimeout(BUSY_POLL_MS);
    }
    return [];
  }

  /** Runs one of several tasks, so that its failure undoes only this task. */
  function apart({ work, reject }: Waiting): () => void {
    handle.run('savepoint work', []);
    try {
      const done = work(handle);
      handle.run('release work', []);
      return done;
    } catch (error) {
      // For example, of a full disk: SQLite has rolled everything back.
      if (!database.isTransaction) throw error;
      handle.run('rollback to work', []);
      handle.run('release work', []);
      return () => reject(error);
    }
  }

  /**
   * @returns a function for each task that reports its success or failure.
   * @throws an error that rolled back all of them
   */
  function commit(group: readonly Waiting[]): (() => void)[] {
    try {
      const settle = group.map((one) => (group.length === 1 ? one.work(handle) : apart(one)));
      commitNow();
      return settle;
    } finally {
      rollBack();
    }
  }

  function runAll(group: readonly Waiting[]): void {
    let settled: (() => void)[];
    try {
      settled = commit(group);
    } catch (error) {
      if (group.length === 1) for (const { reject } of group) reject(error);
      else for (const one of group) runAlone(one);
      return;
    }
    for (const settle of settled) settle();
  }

  /** Retries a task alone: the commit of its group has failed, perhaps because of another task. */
  function runAlone(one: Waiting): void {
    try {
      database.exec('begin immediate');
    } catch (error) {
      one.reject(error);
      return;
    }
    runAll([one]);
  }

  async function standInLine(): Promise<void> {
    inLine = true;
    const release = await turn();
    try {
      // Includes everything that is added later in this turn of the event loop.
      await setImmediate();
      const group = await begun();
      inLine = false;
      if (group.length > 0) runAll(group);
      if (waiting.length > 0 && !inLine) void standInLine();
    } finally {
      release();
    }
  }

  return {
    share: (work) =>
      new Promise((resolve, reject) => {
        load.waiting += 1;
        waiting.push({
          deadline: busyDeadline(),
          work: (writer) => {
            const result = work(writer);
            return () => resolve(result);
          },
          reject,
        });
        if (!inLine) void standInLine();
      }),

    async alone(statement) {
      const deadline = busyDeadline();
      const release = await countedTurn();
      try {
        const result = await whenFree(() => statement(handle), deadline, load);
        committed();
        return result;
      } finally {
        rollBack();
        release();
      }
    },

    async begin() {
      const deadline = busyDeadline();
      const release = await countedTurn();
      try {
        // IMMEDIATE takes the write lock now; a later upgrade could fail halfway.
        await whenFree(() => database.exec('begin immediate'), deadline, load);
      } catch (error) {
        release();
        throw error;
      }
      const end = (how: () => void) => {
        try {
          how();
        } finally {
          try {
            rollBack();
          } finally {
            void pass(release);
          }
        }
      };
      return {
        commit: () => end(commitNow),
        rollback: () => end(() => {}),
      };
    },

    inTransaction() {
      // A full disk, for example, makes SQLite roll back at once. Later statements would run outside of the
      // transaction.
      if (!database.isTransaction) throw new Error('The transaction has been rolled back');
      return handle;
    },

    async close(before) {
      const release = await turn();
      before();
      // The last handle to close checkpoints the log into the database file.
      database.close();
      release();
    },
  };
}
