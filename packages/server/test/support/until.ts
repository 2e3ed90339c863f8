import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits, in real time, until something holds. A loop without an end would keep a run that fails from ending.
 * @param what for the message
 * @throws Error when it does not in time (5 s by default)
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 5_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not in ${timeoutMs} ms: ${what}`);
    await delay(5);
  }
}
