import { flushCompileCache } from 'node:module';

/** By then, whoever waited for the start has been answered. */
const AFTER_MS = 500;

/** Keeps the compiled code for the next start, even if this process is killed. Not for a host's process. */
export function afterStart(): void {
  setTimeout(flushCompileCache, AFTER_MS).unref();
}
