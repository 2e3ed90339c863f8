import type { Kysely } from 'kysely';
import { ACCOUNT_COLUMNS } from './account-columns.ts';
import { lockRows } from '../engine/dialect.ts';
import type { AccountRow, Schema } from '../engine/schema.ts';

/**
 * Locks an account for the open transaction. Other transactions that lock or change it, or begin a session of
 * it, wait until this one ends.
 * @returns the account as it is now; null if it is gone
 */
export async function lockAccount(trx: Kysely<Schema>, id: number): Promise<AccountRow | null> {
  const account = trx.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', '=', id);
  return (await lockRows(trx, account).executeTakeFirst()) ?? null;
}
