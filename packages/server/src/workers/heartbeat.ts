import type { Clock } from '../lib/clock.ts';

/** The pause between two questions. */
const PAUSE_MS = 1_000;

/**
 * Asks another process again and again whether it answers.
 * @param ping fails when the answer takes too long
 * @param isOver whether nobody needs to ask any more
 * @returns resolves when it is over, or when the process has not answered so many times in a row
 */
export async function watchHeartbeat(
  ping: () => Promise<void>,
  isOver: () => boolean,
  { clock, times }: { clock: Pick<Clock, 'sleep'>; times: number },
): Promise<void> {
  for (let missed = 0; missed < times && !isOver();) {
    missed = await ping().then(
      () => 0,
      () => missed + 1,
    );
    if (missed === 0) await clock.sleep(PAUSE_MS);
  }
}
