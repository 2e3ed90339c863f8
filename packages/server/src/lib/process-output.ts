import type { Writable } from 'node:stream';

/** The process's output. Printing never throws, waits or ends the process: text that cannot be printed is lost. */
export interface ProcessOutput {
  /** Prints whole lines. */
  print(text: string): void;
  /** The reason why printing fails; returned once for each outage. */
  takeError(): Error | null;
  /** Lines lost since the last call; 0 while printing fails, so that the report itself is not lost. */
  takeLost(): number;
}

/** The maximum number of characters that are buffered for a slow reader. */
const MAX_WAITING = 1024 * 1024;
/** How long printing pauses after a failure, because each failure would reach the listeners of a host. */
const PAUSE_MS = 1_000;

/** @param stream called at each use, because the process creates its streams when they are first needed */
export function createProcessOutput(stream: () => Writable): ProcessOutput {
  let lost = 0;
  let pending = 0;
  let failing = false;
  let retryAt = 0;
  let untold: Error | null = null;

  function fail(error: Error, text: string): void {
    lost += text.split('\n').length - 1;
    if (!failing) untold = error;
    failing = true;
  }

  return {
    print(text) {
      const out = stream();
      if (performance.now() < retryAt) {
        lost += text.split('\n').length - 1;
        return;
      }
      if (out.writableLength + text.length > MAX_WAITING) {
        fail(new Error('the reader is gone'), text);
        return;
      }
      const done = (error?: Error | null) => {
        pending -= 1;
        // The stream notifies its listeners after this; without one, the error would end the process.
        if (pending === 0) setImmediate(() => pending === 0 && out.removeListener('error', ignore));
        if (error instanceof Error) {
          fail(error, text);
          retryAt = performance.now() + PAUSE_MS;
        } else failing = false;
      };
      if (pending === 0) out.removeListener('error', ignore).on('error', ignore);
      pending += 1;
      try {
        out.write(text, done);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    takeError() {
      const told = untold;
      untold = null;
      return told;
    },
    takeLost() {
      if (failing) return 0;
      const taken = lost;
      lost = 0;
      return taken;
    },
  };
}

function ignore(): void {}

export const processOutputs = {
  stdout: createProcessOutput(() => process.stdout),
  stderr: createProcessOutput(() => process.stderr),
};
