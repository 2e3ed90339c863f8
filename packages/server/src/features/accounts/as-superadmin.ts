import { KeywardError } from '../../errors.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { AccountRow } from '../../store/schema.ts';

export const SUPERADMIN = 'superadmin';

export function isActiveSuperadmin({ role, status }: AccountRow): boolean {
  return role === SUPERADMIN && status === 'active';
}

/**
 * Runs a superadmin's act in a transaction during which nobody can take the role away. A superadmin who was demoted
 * while the request ran acts no more.
 * @throws KeywardError `RoleMismatchError`
 */
export function asSuperadmin<T>(
  store: Pick<Store, 'transaction'>,
  accountId: number,
  act: (tables: Tables) => Promise<T>,
): Promise<T> {
  return store.transaction(async (tables) => {
    await tables.accounts.lockSuperadmins();
    const acting = await tables.accounts.find('id', accountId);
    if (acting === null || !isActiveSuperadmin(acting)) throw new KeywardError('RoleMismatchError');
    return act(tables);
  });
}
