import type { SessionRow } from '../../../store/engine/schema.ts';
import type { CountedAs } from '../../limits/counter-key.ts';

/*
 * An old session may change the password, the email and the links. A credential that it has set does not count as a
 * proof, because a thief could use it to turn a stolen session into a recent one.
 */

/**
 * How long a credential that was set without a proof does not count as a proof. The owner can undo the change during
 * that time.
 */
const UNPROVEN_MS = 7 * 86_400_000;

/** A credential that was set without a proof later than this does not count as one. */
export function unprovenSince(now: number): number {
  return now - UNPROVEN_MS;
}

/** @param setAt when a credential was set without a proof; null if it was set with one */
export function isUnproven(setAt: number | null, now: number): boolean {
  return setAt !== null && setAt > unprovenSince(now);
}

export type Vouched = Pick<SessionRow, 'method' | 'reauthenticated_at' | 'factor_at' | 'factor_vouched'>;
type Proofs = Pick<SessionRow, 'created_at' | 'unproven'> & Vouched;

/**
 * Whether only the connection of an organization says who the owner of a session is. Its administrators decide whom it
 * signs in, so the session proves the person to that organization alone, until a credential of the account is proven.
 */
export function isVouched({ method, reauthenticated_at, factor_at, factor_vouched }: Vouched): boolean {
  const byFactor = factor_at !== null && factor_vouched !== 1;
  return method === 'connection' && reauthenticated_at === null && !byFactor;
}

/**
 * The methods by which the owner of a session has authenticated (RFC 8176), as an organization believes them; null:
 * everybody else. Only its own organization believes the second factor of a connection.
 */
export function methodsOf(
  session: Pick<SessionRow, 'amr' | 'factor_vouched' | 'connection_organization_id'>,
  organizationId: number | null,
): string[] {
  const { amr, factor_vouched: vouched, connection_organization_id: own } = session;
  const isForeign = vouched === 1 && (organizationId === null || own !== organizationId);
  return amr.split(' ').filter((method) => method !== '' && !(isForeign && method === 'mfa'));
}

/**
 * Whose limits an act in a session counts against: the account's. If only a connection speaks for its owner, those of the
 * account in that organization, whose administrators must not use up what the owner needs.
 */
export function countedAs(
  session: Vouched & Pick<SessionRow, 'account_id' | 'connection_organization_id'>,
): CountedAs {
  const { account_id: id, connection_organization_id: within } = session;
  return { subject: isVouched(session) ? `${id}@${within ?? 0}` : String(id) };
}

/** Whether a session proves its owner to an organization; null: to everybody. */
export function provesTo(
  session: Vouched & Pick<SessionRow, 'connection_organization_id'>,
  organizationId: number | null,
): boolean {
  if (!isVouched(session)) return true;
  return organizationId !== null && session.connection_organization_id === organizationId;
}

/** The last time that the owner of a session proved who they are, in milliseconds since the epoch; 0 for never. */
export function lastAuthenticatedAt({
  created_at,
  reauthenticated_at,
  unproven,
}: Omit<Proofs, keyof Vouched> & Pick<Vouched, 'reauthenticated_at'>): number {
  return Math.max(unproven === 1 ? 0 : created_at, reauthenticated_at ?? 0);
}

/**
 * Whether a credential can reauthenticate a session. One that was set without a proof can, if the session has a later
 * proof of another kind: an older credential or a mailed code.
 * @param setAt when the credential was set without a proof; null if it was set with one
 */
export function countsAsProof(session: Proofs, setAt: number | null, now: number): boolean {
  const provenAt = isVouched(session) ? 0 : lastAuthenticatedAt(session);
  return !isUnproven(setAt, now) || provenAt > (setAt ?? 0);
}
