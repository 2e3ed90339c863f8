import { createStore, useStore } from '../lib/store.ts';
import { presentLocale } from '../texts/locale.ts';
import { useTexts } from '../texts/texts.ts';

const locale = presentLocale();
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
/** For comparing rows of some weeks; the tooltip has the year. */
const short = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const clockOnly = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' });

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const clock = createStore(Date.now());
setInterval(() => clock.set(Date.now()), 30_000);

/** The present time, to the half minute. */
export const useNow = (): number => useStore(clock);

/** The service's times are UTC, without a zone. @param at a time of the service, or Unix seconds */
export function dateOf(at: string | number): Date {
  if (typeof at === 'number') return new Date(at * 1000);
  return new Date(/Z|[+-]\d\d:?\d\d$/.test(at) ? at : `${at}Z`);
}

/** With date, time and seconds, in the person's zone. */
export const exactTime = (at: string | number): string => exact.format(dateOf(at));

/** With the date and seconds, without the year. @param at in milliseconds */
export const shortTime = (at: number): string => short.format(at);

/** The time of day, with the weekday unless it is today: for times that are less than a week away. */
export function soonTime(at: string): string {
  const date = dateOf(at);
  return (date.toDateString() === new Date().toDateString() ? clockOnly : dayAndClock).format(date);
}

/** A relative time, with the exact one in the tooltip; `exact` for comparing rows. */
export function When({ at, exactly = false }: { at: string | number | null; exactly?: boolean | 'short' }) {
  const texts = useTexts().ui;
  const now = useNow();
  if (at === null) return <span className="kc-muted">{texts.never}</span>;
  const date = dateOf(at);
  const away = date.getTime() - now;
  const [unit, ms] = UNITS.find(([, each]) => Math.abs(away) >= each) ?? [];
  const said =
    unit === undefined || ms === undefined ? texts.now : relative.format(Math.trunc(away / ms), unit);
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)}>
      {exactly === 'short' ? short.format(date) : exactly ? exact.format(date) : said}
    </time>
  );
}
