import type { Tables } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';

/**
 * The consequences of a newly proven email, in the transaction that proves it: its invitations end, and the
 * organization of its domain may add the account once this is committed.
 */
export async function settleProof(
  tables: Pick<Tables, 'invitations' | 'accounts'>,
  { id, email_key: emailKey }: Pick<AccountRow, 'id' | 'email_key'>,
  now: number,
): Promise<void> {
  await tables.invitations.settle(emailKey, id, now);
  tables.accounts.noteProof(id);
}
