import type { AccountRow } from '../../../store/engine/schema.ts';

export const SUPERADMIN = 'superadmin';

export function isActiveSuperadmin({ role, status }: Pick<AccountRow, 'role' | 'status'>): boolean {
  return role === SUPERADMIN && status === 'active';
}
