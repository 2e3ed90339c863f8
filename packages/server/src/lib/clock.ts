import { setTimeout as wait } from 'node:timers/promises';

/** The clock, passed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  // Only the signal can make the timer reject.
  sleep: (ms, signal) => wait(ms, undefined, signal && { signal }).catch(() => {}),
};

/** Timestamp of the interface: UTC, milliseconds, without a zone (`2026-01-31T12:00:00.000`). */
export function timestamp(ms: number): string {
  // Three times as fast as toISOString; an answer contains several.
  const date = new Date(ms);
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${day}T${time}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
