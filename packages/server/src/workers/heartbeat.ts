import type { Clock } from '../lib/clock.ts';

/** The pause between two pings. */
const PAUSE_MS = 1_000;

/**
 * Pings another process until it stops answering.
 * @param ping fails when the answer takes too long
 * @param isOver whether to stop pinging
 * @returns resolves when `isOver` is true, or after this number of failures in a row
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
