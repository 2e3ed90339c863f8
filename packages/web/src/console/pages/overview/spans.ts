/** The time spans of the charts. */
export const SPANS = ['day', 'week', 'month'] as const;
export type Span = (typeof SPANS)[number];

const HOUR_MS = 3_600_000;
const DAYS: Record<Span, number> = { day: 1, week: 7, month: 30 };

/** In milliseconds. */
export const lengthOf = (span: Span): number => DAYS[span] * 24 * HOUR_MS;

/**
 * The intervals to request: hours for up to a week, days for more.
 * @param periods how many times the span
 */
export function askedFor(span: Span, now: number, periods = 1): { interval: 'hour' | 'day'; since: string } {
  return {
    interval: span === 'month' ? 'day' : 'hour',
    since: new Date(now - periods * lengthOf(span)).toISOString(),
  };
}
