import type { SessionWithAccount } from '../../../store/tables/session-accounts.ts';
import type { TokenClaims } from '../../audit/actors/caller.ts';

/** How far the clocks of instances may differ. */
const SKEW_MS = 5 * 60_000;

/**
 * Whether a token is of this session. After a restored backup, new sessions and accounts get the ids of those that are
 * lost, and another service with the same key has sessions with the same ids.
 */
export function isTokenOf(row: SessionWithAccount, claims: TokenClaims): boolean {
  if (row.account_id !== claims.aid) return false;
  if (claims.type === 'refresh') return placeOf(claims).begun === row.created_at;
  const { sub, iat } = claims;
  return (sub === undefined || sub === row.account__uid) && iat * 1000 + SKEW_MS >= row.created_at;
}

/** The start of a refresh token's session, and its number in the chain of that. */
export function placeOf({ jti }: TokenClaims): { begun: number; generation: number } {
  const [, begun = 0, generation = 0] = jti.split('.').map(Number);
  return { begun, generation };
}
