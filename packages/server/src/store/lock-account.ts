import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Takes an account's row for the open transaction: whoever begins a session of the account, or changes its password,
 * waits until it ends. An update that changes nothing takes the row's lock on both databases.
 * @returns what the row holds now, or null when the account is gone
 */
export async function lockAccount(
  trx: Kysely<Schema>,
  id: number,
): Promise<{ password_hash: string | null } | null> {
  const row = await trx
    .updateTable('accounts')
    .set((column) => ({ status: column.ref('status') }))
    .where('id', '=', id)
    .returning('password_hash')
    .executeTakeFirst();
  return row ?? null;
}
