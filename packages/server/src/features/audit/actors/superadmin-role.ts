import { KeywardError } from '../../../errors.ts';
import type { Tables } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';

export const SUPERADMIN = 'superadmin';

/** Whether a superadmin can act: an account that waits for its deletion cannot. */
export function isActiveSuperadmin({
  role,
  status,
  deletion_at: deletionAt,
}: Pick<AccountRow, 'role' | 'status' | 'deletion_at'>): boolean {
  return role === SUPERADMIN && status === 'active' && deletionAt === null;
}

/**
 * Whether what somebody gave as an administrator still counts: not what a superadmin gave who has lost the role.
 * @param id the account; null for the host
 */
export async function isStillAdministration(
  { accounts }: Pick<Tables, 'accounts'>,
  id: number | null,
): Promise<boolean> {
  const account = id === null ? null : await accounts.find('id', id);
  return id === null || (account !== null && isActiveSuperadmin(account));
}

/**
 * Requires that an active superadmin is left after an act. Also one who waits for the deletion is needed, if nobody else
 * is left.
 * @param before the account as it was before the act
 * @throws KeywardError `LastSuperadminError`
 */
export async function assertSuperadminLeft(
  { accounts }: Pick<Tables, 'accounts'>,
  { role, status }: Pick<AccountRow, 'role' | 'status'>,
): Promise<void> {
  if (role === SUPERADMIN && status === 'active' && !(await accounts.hasActive(SUPERADMIN)))
    throw new KeywardError('LastSuperadminError');
}
