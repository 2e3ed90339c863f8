import { csvLine } from '../../lib/csv.ts';

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
  'locked_scope',
  'totp_locked',
  'deletion_at',
  'created_at',
  'updated_at',
  'avatar_url',
  'metadata',
  'app_metadata',
] as const;

/** An account as the API lists it. */
type Exported = Readonly<Record<(typeof COLUMNS)[number], unknown>>;

export const csvHead: string = csvLine(COLUMNS);

export function csvRows(accounts: readonly Exported[]): string {
  return accounts.map((account) => csvLine(COLUMNS.map((name) => cellOf(account[name])))).join('');
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
}
