import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits, in real time, until something holds. A loop without an end would keep a run that fails from ending.
 * @param what for the message
 * @throws Error when it does not in time (30 s by default, for machines that are busy)
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 30_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not in ${timeoutMs} ms: ${what}`);
    await delay(5);
  }
}
