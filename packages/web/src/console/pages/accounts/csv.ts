const COLUMNS = [
  'id',
  'uid',
  'name',
  'handle',
  'email',
  'email_verified',
  'phone',
  'role',
  'status',
  'external_id',
  'second_factors',
  'locked_until',
  'deletion_at',
  'created_at',
  'updated_at',
  'avatar_url',
  'metadata',
  'app_metadata',
] as const;

/** An account as the API lists it. */
type Exported = Readonly<Record<(typeof COLUMNS)[number], unknown>>;

/** RFC 4180 §2 ends each line so. */
const END = '\r\n';

export const csvHead: string = COLUMNS.join(',') + END;

export function csvRows(accounts: readonly Exported[]): string {
  return accounts.map((account) => COLUMNS.map((name) => cell(account[name])).join(',') + END).join('');
}

/**
 * People choose their names, and spreadsheets run what begins like a formula: an apostrophe before it makes it a text.
 * A number of the service is none.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value)
    ? value.join(' ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
