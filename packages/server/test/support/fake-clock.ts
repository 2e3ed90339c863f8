import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';

export interface FakeClock extends Clock {
  /** Moves the time on by `ms`. */
  advance(ms: number): void;
  /** Every sleep asked for so far, in milliseconds. */
  slept: number[];
}

export interface FakeClockOptions {
  /** Whether a sleep moves the time on by its length. Default: false, time only moves by `advance`. */
  advanceOnSleep?: boolean;
  /** Whether a sleep lasts until `advance` has moved the time past its end, or its signal aborts. Default: false. */
  holdSleeps?: boolean;
}

/**
 * A clock that stands still until a test moves it. Sleeps end at once, at the next turn of the event loop, so that a
 * loop around a sleep lets other work run.
 * @param start milliseconds since the epoch; the real time by default, because databases and JWT libraries use the
 * real clock
 */
export function createFakeClock(start: number = Date.now(), options: FakeClockOptions = {}): FakeClock {
  let now = start;
  const slept: number[] = [];
  const held = new Set<{ until: number; end: () => void }>();

  function endSleeps(): void {
    for (const sleep of held) {
      if (sleep.until > now) continue;
      held.delete(sleep);
      sleep.end();
    }
  }

  function hold(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.add({ until: now + ms, end: resolve });
    signal?.addEventListener('abort', () => resolve());
    if (ms <= 0 || signal?.aborted === true) resolve();
    return promise;
  }

  return {
    slept,
    now: () => now,
    sleep: async (ms, signal) => {
      slept.push(ms);
      if (options.holdSleeps === true) return hold(ms, signal);
      if (options.advanceOnSleep === true) now += ms;
      await setImmediate();
    },
    advance: (ms) => {
      now += ms;
      endSleeps();
    },
  };
}
