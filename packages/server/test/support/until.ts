import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits, in real time, until a condition holds. Without the time limit, a failing run would never end.
 * @param what for the message
 * @throws Error if it does not hold in time (30 s by default, because machines may be busy)
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
