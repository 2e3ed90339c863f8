/** What a spreadsheet would run as a formula: anybody can put such a text into a name or a user agent. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of a CSV file (RFC 4180), with its end. Texts that begin like a formula get an apostrophe before them. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
