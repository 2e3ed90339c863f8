import { parentPort, workerData } from 'node:worker_threads';
import { type Found, type Handle, openReader } from './sqlite-handle.ts';

/**
 * The thread of `sqlite-reader.ts`: answers queries in their order. It imports little, because a thread loads its own
 * copy of every module.
 */

/** A request to the thread; null ends it. */
export type Asked = { id: number; sql: string; values: readonly unknown[] } | null;

export type Answer = { id: number } & ({ found: Found } | { fault: Fault });

/** An error, apart from its stack. Clones of errors lose the codes of SQLite. */
export interface Fault {
  message: string;
  codes: { code?: unknown; errcode?: unknown; errstr?: unknown };
}

let handle: Handle | undefined;

function answer({ id, sql, values }: NonNullable<Asked>): Answer {
  try {
    // Opened by a query, so that this query gets the error, and the next one tries again.
    handle ??= openReader(String(workerData));
    return { id, found: handle.find(sql, values) };
  } catch (error) {
    const { code, errcode, errstr }: Fault['codes'] = Object(error);
    const message = error instanceof Error ? error.message : String(error);
    return { id, fault: { message, codes: { code, errcode, errstr } } };
  }
}

parentPort?.on('message', (asked: Asked) => {
  if (asked !== null) {
    // The rule is for windows.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage(answer(asked));
    return;
  }
  handle?.database.close();
  parentPort?.close();
});
