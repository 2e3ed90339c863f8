/**
 * The places where a spreadsheet may begin a formula: at the beginning of a cell, and after a possible
 * separator, even in quotes. In German, Excel separates cells by semicolons.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n])/g;

/**
 * A line of a CSV file (RFC 4180), with its end. Anybody can put a formula into a name or a user agent, so an
 * apostrophe makes it a text.
 */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null | undefined): string {
  if (typeof value === 'number') return String(value);
  const safe = (value ?? '').replaceAll(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
