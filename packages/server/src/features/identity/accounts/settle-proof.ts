import type { Tables } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';

/**
 * What follows from an email that has become proven, in the transaction that proves it: its invitations end, and the
 * organization of its domain may take the account in once this is committed.
 */
export async function settleProof(
  tables: Pick<Tables, 'invitations' | 'accounts'>,
  { id, email_key: emailKey }: Pick<AccountRow, 'id' | 'email_key'>,
  now: number,
): Promise<void> {
  await tables.invitations.settle(emailKey, id, now);
  tables.accounts.noteProof(id);
}
