import { errors } from 'jose';
import type { Tables } from '../../store/database.ts';
import type { UsedIdTokenStore } from '../../store/tables/used-id-tokens.ts';
import type { OAuthError } from './oauth-error.ts';

/**
 * Remembers a proof, so that it works once on all instances. Call it last, when everything else in the request is
 * valid: otherwise anybody could fill the table with requests that fail.
 * @param tables an open transaction, for a request that changes rows: it must roll back for a replayed proof
 * @throws OAuthError if another request has already used the proof
 */
export type Spend = (tables?: Pick<Tables, 'usedIdTokens'>) => Promise<void>;

/** @throws OAuthError the given one, for a proof that was used before */
export async function unspent(
  used: UsedIdTokenStore,
  proof: { key: string; expiresAt: number },
  refused: OAuthError,
): Promise<Spend> {
  if (await used.isUsed(proof.key)) throw refused;
  return async (tables) => {
    if (!(await (tables?.usedIdTokens ?? used).use(proof.key, proof.expiresAt))) throw refused;
  };
}

/** Whether an error means that a token or its key is invalid. WebCrypto refuses keys with a DOMException. */
export function isInvalidToken(error: unknown): boolean {
  return error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException;
}
