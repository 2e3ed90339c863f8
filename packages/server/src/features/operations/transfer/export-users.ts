import { timestamp } from '../../../lib/clock.ts';
import { eachProfileField } from '../../../lib/profile-fields.ts';
import type { Store } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { marksOf } from './account-marks.ts';
import { csvCell } from './csv.ts';
import { EXPORTED_FIELDS, type Fields } from './formats/fields.ts';

export interface ExportOptions {
  kind: 'jsonl' | 'csv';
  /** False: the file holds no passwords. */
  passwordHashes: boolean;
}

const PAGE = 1000;

/**
 * All accounts, oldest first, as the texts of a file that `importUsers` reads, one page at a time. An account that is
 * created during the export may be included or not.
 */
export async function* exportUsers(
  store: Store,
  { kind, passwordHashes }: ExportOptions,
): AsyncGenerator<{ text: string; accounts: number }> {
  const fields = EXPORTED_FIELDS.filter((field) => passwordHashes || field !== 'password_hash');
  if (kind === 'csv') yield { text: `${fields.join(',')}\n`, accounts: 0 };
  for (let after = 0; ;) {
    const rows = await store.accounts.pageAfter(after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const links = Map.groupBy(
      await store.providerLinks.ofAccounts(rows.map(({ id }) => id)),
      (link) => link.account_id,
    );
    const lines = rows.map((row) => {
      const identities = (links.get(row.id) ?? []).map(({ provider, subject, unproven_at: at }) => ({
        provider,
        subject,
        ...(at !== null && { unproven_at: `${timestamp(at)}Z` }),
      }));
      const user = userOf(row, identities);
      return kind === 'csv'
        ? fields.map((field) => csvCell(asCell(user[field]))).join(',')
        : JSON.stringify(Object.fromEntries(fields.map((field) => [field, user[field]])));
    });
    yield { text: `${lines.join('\n')}\n`, accounts: rows.length };
  }
}

function userOf(row: AccountRow, identities: readonly object[]): Fields {
  const { uid, email, name, handle, role, status, password_hash } = row;
  return {
    uid,
    email,
    email_verified: row.email_verified === 1,
    name,
    handle,
    ...eachProfileField((field) => row[field]),
    role,
    status,
    created_at: `${timestamp(row.created_at)}Z`,
    external_id: row.external_id,
    metadata: objectOrNull(row.metadata),
    app_metadata: objectOrNull(row.app_metadata),
    password_hash,
    ...marksOf(row),
    provider_links: identities,
  };
}

function objectOrNull(column: string | null): unknown {
  return column === null ? null : JSON.parse(column);
}

function asCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
