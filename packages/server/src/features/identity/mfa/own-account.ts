import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import { factorsOf } from '../../audit/serializers/factor-kinds.ts';

/**
 * Locks the caller's account and session, in this order, in an open transaction.
 * @throws KeywardError `SessionDestroyedError` when the session ended while the request waited: the owner may have
 * ended it because of this caller; `ReauthenticationRequiredError` when another session added the first factor meanwhile
 */
export async function assertOwnAccount(
  tables: Transaction,
  { row }: Caller,
  now: number,
): Promise<AccountRow> {
  const account = await tables.accounts.lock(row.account_id);
  // The session is locked before its challenges, as in a logout.
  const session = account === null ? null : await tables.sessions.lockLive(row.id, now);
  if (account === null || session === null) throw new KeywardError('SessionDestroyedError');
  // Otherwise two people in one account would both add a first factor at the same time.
  if (row.account__second_factors === 0 && account.second_factors !== 0 && session.factor_at === null)
    throw new KeywardError('ReauthenticationRequiredError', {
      message: 'The account has a second factor now: see /account/reauthenticate.',
      details: { methods: [...factorsOf(account.second_factors), 'recovery_code'] },
    });
  return account;
}

/**
 * Requires a proven mailbox. The first proof of a mailbox removes the factors that were there before.
 * @throws KeywardError `EmailProofRequiredError`
 */
export function assertMailboxProven({ email_verified: proven }: Pick<AccountRow, 'email_verified'>): void {
  if (proven === 1) return;
  throw new KeywardError('EmailProofRequiredError', {
    message:
      'Verify the email first: ask for a code at /send/email/otp/verify, and confirm it at /link/verify.',
  });
}

/**
 * Runs a change of the caller's own factors in one transaction.
 * @throws KeywardError as {@link assertOwnAccount}
 */
export function onOwnAccount<T>(
  { store, clock }: { store: Pick<Store, 'transaction'>; clock: Clock },
  caller: Caller,
  change: (tables: Transaction, account: AccountRow) => Promise<T>,
): Promise<T> {
  return store.transaction(async (tables) =>
    change(tables, await assertOwnAccount(tables, caller, clock.now())),
  );
}
