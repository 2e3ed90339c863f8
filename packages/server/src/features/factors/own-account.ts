import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { Caller } from '../sessions/sessions.ts';

/**
 * Runs a change of the caller's own factors in one transaction, under the lock of the account.
 * @throws KeywardError `SessionDestroyedError` when the session ended while the request waited: whoever ended it may
 * have done so because of this very caller
 */
export function onOwnAccount<T>(
  { store, clock }: { store: Pick<Store, 'transaction'>; clock: Clock },
  { row }: Caller,
  change: (tables: Tables, account: AccountRow) => Promise<T>,
): Promise<T> {
  return store.transaction(async (tables) => {
    const account = await tables.accounts.lock(row.account_id);
    const session = await tables.sessions.findWithAccount(row.id);
    if (account === null || session === null || session.expires_at <= clock.now())
      throw new KeywardError('SessionDestroyedError');
    return change(tables, account);
  });
}
