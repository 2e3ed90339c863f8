import { presentLocale } from '../../texts/locale.ts';
import { shortTime } from '../../ui/when.tsx';

const locale = presentLocale();
// Two digits, so that the columns of a list line up.
const day = new Intl.DateTimeFormat(locale, { month: 'short', day: '2-digit' });
const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** The date, without the year. @param at milliseconds since the epoch */
export const dayOf = (at: number): string => day.format(at);

/** Within a day, to the millisecond. @param at milliseconds since the epoch */
export const clockTime = (at: number): string => clock.format(at);

/** At most now, because the last bar of a histogram can reach into the future. */
export const endInTime = (at: number): string => shortTime(Math.min(at, Date.now()));
