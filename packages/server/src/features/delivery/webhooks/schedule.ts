const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses between the attempts of a delivery, the first of which is made at once. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

/** The attempts of a delivery that nobody retries by hand. */
export const MOST_ATTEMPTS = PAUSES.length + 1;

/** The random part of a pause, so that a recovered receiver does not get everything at once. */
const JITTER = 0.2;

/**
 * The pause before the next attempt in milliseconds; null after the last.
 * @param made how many attempts were made, at least 1
 * @param random from 0 to below 1
 */
export function pauseAfter(made: number, random: number): number | null {
  const pause = PAUSES[made - 1];
  return pause === undefined ? null : Math.round(pause * (1 - JITTER + 2 * JITTER * random));
}
