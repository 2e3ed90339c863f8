import { KeywardError } from '../../../errors.ts';
import type { SessionRow } from '../../../store/engine/schema.ts';

/** The superadmin who acts for the owner of an account. */
export interface Impersonator {
  id: number;
  uid: string;
  name: string;
  /** The superadmin's own session; the impersonation ends with it. */
  session_id: number;
}

/** Null for a session of the owner. */
export function impersonatorOf({ impersonator }: Pick<SessionRow, 'impersonator'>): Impersonator | null {
  return impersonator === null ? null : JSON.parse(impersonator);
}

/** A superadmin who acts for an owner, as events show them. */
export function presentImpersonator({ id, uid, name }: Impersonator) {
  return { id, uid, name };
}

/**
 * Keeps credentials, consents, exports and deletions for the owner.
 * @throws KeywardError `ImpersonationError` for a session in which a superadmin acts
 */
export function assertOwner({ row }: { row: Pick<SessionRow, 'impersonator'> }): void {
  if (row.impersonator !== null) throw new KeywardError('ImpersonationError');
}
