/** @param text as the API writes times: UTC without a zone */
function timeOf(text: string): Date {
  return new Date(`${text}Z`);
}

export function dateOf(text: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(timeOf(text));
}

export function exactTime(text: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(timeOf(text));
}

export function timeOfDay(text: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(timeOf(text));
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago, in the largest unit: `3 minutes ago`. */
export function ago(text: string, locale: string): string {
  const passed = timeOf(text).getTime() - Date.now();
  const [unit, length] = UNITS.find(([, one]) => Math.abs(passed) >= one) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(passed / length), unit);
}
