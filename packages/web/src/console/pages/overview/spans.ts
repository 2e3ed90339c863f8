/** How far back the charts look. */
export const SPANS = ['day', 'week', 'month'] as const;
export type Span = (typeof SPANS)[number];

const HOUR_MS = 3_600_000;
const DAYS: Record<Span, number> = { day: 1, week: 7, month: 30 };

/** What to ask for: hours for up to a week, days for more. */
export function askedFor(span: Span, now: number): { interval: 'hour' | 'day'; since: string } {
  return {
    interval: span === 'month' ? 'day' : 'hour',
    since: new Date(now - DAYS[span] * 24 * HOUR_MS).toISOString(),
  };
}
