import { KeywardError } from '../../../errors.ts';
import type { Transaction } from '../../../store/database.ts';
import type { AccountRow, SessionRow } from '../../../store/engine/schema.ts';
import { isFromBefore, isOfFirstPassword } from './lifecycle.ts';

type Marked = Pick<AccountRow, 'email_verified' | 'password_after_proof' | 'proven_at'>;

/**
 * Whether the person in a session has shown that they read the present mailbox of the account, by a mailed code for the
 * sign-in or in the session. A code for an earlier mailbox, or for this one before it was first proven, does not count.
 */
export function isOfReader(
  { mailbox_at: shownAt }: Pick<SessionRow, 'mailbox_at'>,
  { proven_at: provenAt }: Pick<AccountRow, 'proven_at'>,
): boolean {
  return (shownAt ?? 0) > (provenAt ?? 0);
}

/**
 * Requires that the person in a session reads the mailbox, for what its reader would otherwise find in the account. If
 * the mailbox was proven without a session, somebody else may have opened the account.
 * @throws KeywardError `EmailProofRequiredError`
 */
export function assertReader(
  account: Marked | null,
  session: Pick<SessionRow, 'mailbox_at'>,
  message: string,
): void {
  const isProven = account?.email_verified === 1;
  if (!isProven || (isFromBefore(account.password_after_proof) && !isOfReader(session, account)))
    throw new KeywardError('EmailProofRequiredError', { message });
}

/**
 * Records that the person in a session has typed a code for the mailbox. If the session began with the first password,
 * the whole account is theirs.
 */
export async function noteReader(
  tables: Transaction,
  account: AccountRow,
  sessionId: number,
  now: number,
): Promise<void> {
  if (!isFromBefore(account.password_after_proof)) return;
  const session = await tables.sessions.showMailbox(sessionId, now);
  if (session !== null) await settleByFirstPassword(tables, account, session);
}

/**
 * Ends the doubt about the account of a reader of the mailbox, if their session began with the first password: nobody else
 * knows that.
 * @returns whether it did
 */
export async function settleByFirstPassword(
  { accounts }: Pick<Transaction, 'accounts'>,
  { id, password_after_proof: mark }: AccountRow,
  { method }: Pick<SessionRow, 'method'>,
): Promise<boolean> {
  if (method !== 'password' || !isOfFirstPassword(mark)) return false;
  await accounts.update(id, { password_after_proof: 1 });
  accounts.noteProof(id);
  return true;
}
