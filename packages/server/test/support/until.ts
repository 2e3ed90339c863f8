import { setTimeout as delay } from 'node:timers/promises';

const TICK_MS = 10;
let ticks = 0;
let ticker: NodeJS.Timeout | undefined;

/**
 * Measures the time in which this process runs. While the machine runs others instead, it stands still: so a limit
 * fails because of the code, not because of the machine. It stands still too while this process computes, for which
 * there is `fastest`.
 * @returns a function that tells the milliseconds so far
 */
export function stopwatch(): () => number {
  ticker ??= setInterval(() => (ticks += 1), TICK_MS).unref();
  const start = ticks;
  return () => (ticks - start) * TICK_MS;
}

/**
 * Waits until a condition holds. Without the time limit, a failing run would never end.
 * @param what for the message
 * @param timeoutMs by a {@link stopwatch}; 30 s by default
 * @throws Error if it does not hold in time
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 30_000,
): Promise<void> {
  const took = stopwatch();
  while (!(await holds())) {
    if (took() > timeoutMs) throw new Error(`Not in ${timeoutMs} ms: ${what}`);
    await delay(5);
  }
}

const BUSY_TRIES = 60;

/**
 * Sends a request again, for half a minute, while the answer is 503: on a busy machine, some wait longer for the
 * database than the service lets them.
 */
export async function untilAnswered<Answer extends { status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await send();
  for (let left = BUSY_TRIES; left > 0 && answer.status === 503; left -= 1) {
    await delay(500);
    answer = await send();
  }
  return answer;
}
