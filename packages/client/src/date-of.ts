/**
 * A time of the API as a date. Times are in UTC, most of them without a zone (`2026-01-31T12:00:00.000`), which
 * JavaScript would read as local ones.
 */
export function dateOf(time: string): Date {
  return new Date(/(?:Z|[+-]\d\d:\d\d)$/i.test(time) ? time : `${time}Z`);
}
