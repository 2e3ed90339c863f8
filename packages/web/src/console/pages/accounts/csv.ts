import type { AdministeredAccount } from '@keyward/client';
import { EXPORTED_COLUMNS } from '../../data/account-fields.ts';
import { csvLine } from '../../lib/csv.ts';

/** An account as the API lists it. */
type Exported = Readonly<Record<keyof AdministeredAccount, unknown>>;

export const csvHead: string = csvLine(EXPORTED_COLUMNS);

export function csvRows(accounts: readonly Exported[]): string {
  return accounts.map((account) => csvLine(EXPORTED_COLUMNS.map((name) => cellOf(account[name])))).join('');
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
}
