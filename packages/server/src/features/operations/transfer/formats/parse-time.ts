const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))? ?(?:(Z)|([+-]\d{2}):?(\d{2})?)?)?$/;
const MAX_TIME = 8_640_000_000_000;

/**
 * Reads a time as databases and APIs write it, in milliseconds since the epoch: ISO 8601 with `T` or a space and a zone
 * of any form (default: UTC), or a whole number of milliseconds, or of seconds with ten digits. Null for anything else.
 */
export function parseTime(value: unknown): number | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}$/.test(value))) {
    const number = Number(value);
    if (!Number.isSafeInteger(number) || number < 0 || number > MAX_TIME) return null;
    return number < 10_000_000_000 ? number * 1000 : number;
  }
  const [, day, time = '00:00', fraction = '', zulu, hours, minutes = '00'] =
    typeof value === 'string' ? (TIME.exec(value.trim()) ?? []) : [];
  if (day === undefined) return null;
  const zone = zulu ?? (hours === undefined ? 'Z' : `${hours}:${minutes}`);
  const at = Date.parse(
    `${day}T${time.length === 5 ? `${time}:00` : time}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`,
  );
  return Number.isNaN(at) || at < 0 ? null : at;
}
