import type { Clock } from '../../lib/clock.ts';

/** The time limit of a hook. After this time, the request continues without the hook. */
export const HOOK_LIMIT_MS = 2_000;

/**
 * Runs a hook of the host application. If a hook throws or takes too long, the error is reported and its result is
 * ignored: a faulty hook must not lock everybody out.
 * @returns the hook's result; undefined if it throws or takes too long
 */
export type Bounded = (name: string, hook: (signal: AbortSignal) => unknown) => Promise<unknown>;

export function createBounded(clock: Clock, report: (error: unknown) => void): Bounded {
  return async (name, hook) => {
    const late = new AbortController();
    const done = new AbortController();
    try {
      return await Promise.race([
        hook(late.signal),
        clock.sleep(HOOK_LIMIT_MS, done.signal).then(() => {
          if (done.signal.aborted) return;
          throw new Error(
            `the hook ${name} took longer than ${HOOK_LIMIT_MS} ms; the request continued without it`,
          );
        }),
      ]);
    } catch (error) {
      report(error);
      return undefined;
    } finally {
      done.abort();
      late.abort();
    }
  };
}
