/** Times in the form of requests. */

const DAY = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const TIME = `${DAY}[Tt ]${CLOCK}(?::[0-5]\\d(?:\\.\\d{1,9})?)?`;
// A `+` that was not encoded arrives as a space.
const ZONE = `[Zz]|[+ -]${CLOCK}`;

/** RFC 3339, or UTC without a zone. */
export const TIME_PATTERN = `^${TIME}(?:${ZONE})?$`;
/** The same, or a day, which begins at midnight UTC. */
export const DAY_OR_TIME_PATTERN = `^(?:${DAY}|${TIME}(?:${ZONE})?)$`;

const PARTS = new RegExp(`^(${DAY})(?:[Tt ]([\\d:.]{5,})(?:[Zz]|([+ -])(${CLOCK}))?)?$`);

/** Milliseconds since the epoch; NaN for a text that is neither a day nor a time. */
export function parseTime(text: string): number {
  const [, day = '', time = '00:00', sign, offset = '00:00'] = PARTS.exec(text) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  // `Date.parse` would read a day beyond the end of its month as a later day.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== day) return Number.NaN;
  return Date.parse(`${day}T${time}${sign === '-' ? '-' : '+'}${offset}`);
}
