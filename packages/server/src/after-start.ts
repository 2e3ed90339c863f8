import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then, whoever waited for the start has been answered. */
const AFTER_MS = 500;

/**
 * Ends what only the start of a process needs, a moment after it: keeps the compiled code for the next start, even if
 * this process is killed, and gives the memory back that V8 would keep for a start that never comes again. Takes some
 * 50 ms of processor time once. Not for a host's process, whose heap is its own.
 */
export function afterStart(): void {
  setTimeout(() => {
    // Before the collection, which forgets code that has not run for a while.
    flushCompileCache();
    collectGarbage();
  }, AFTER_MS).unref();
}

/** V8 shrinks the space of young objects only in a collection that is asked to save memory. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
