import { presentLocale } from '../../texts/locale.ts';

const locale = presentLocale();
const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const short = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const dayAndClock = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Within a day, to the millisecond. @param at milliseconds since the epoch */
export const clockTime = (at: number): string => clock.format(at);

/** The time of day for today, otherwise with the date. */
export const placeInTime = (at: number): string =>
  day.format(at) === day.format(Date.now()) ? short.format(at) : dayAndClock.format(at);

/** Like {@link placeInTime}, but at most now, because the last bar of a histogram can reach into the future. */
export const endInTime = (at: number): string => placeInTime(Math.min(at, Date.now()));
