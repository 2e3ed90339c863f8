import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import type { Clock } from '../../lib/clock.ts';
import { withinRsaLimits } from '../../lib/rsa-limits.ts';
import type { UsedIdTokenStore } from '../../store/tables/used-id-tokens.ts';
import { DPOP_ALGORITHMS } from './metadata.ts';
import { OAuthError } from './oauth-error.ts';
import { isInvalidToken, type Spend, unspent } from './single-use.ts';
import { sha256, usedKey } from './tokens.ts';

/** The request that a proof belongs to. */
export interface ProofOf {
  /** The values of the header `DPoP`; undefined without one. */
  proof: string | string[] | undefined;
  method: string;
  /** The address of the request, without query. */
  url: string;
  /** The access token of the request, if it has one. */
  accessToken?: string;
}

/** The accepted difference between a client's clock and the service's. */
const WINDOW_MS = 60_000;
const MAX_JTI = 256;
const keyOf = withinRsaLimits(EmbeddedJWK);

/** A valid proof of possession that was not used before. */
export interface Proof {
  /** The thumbprint of its key. */
  thumbprint: string;
  spend: Spend;
}

/**
 * The proof of possession of a request (RFC 9449 §4.3); null if it has none.
 * @throws OAuthError `invalid_dpop_proof`
 */
export type CheckProof = (of: ProofOf) => Promise<Proof | null>;

export function createCheckProof(deps: { used: UsedIdTokenStore; clock: Clock }): CheckProof {
  const { used, clock } = deps;
  return async ({ proof, method, url, accessToken }) => {
    if (proof === undefined) return null;
    if (Array.isArray(proof) || proof.includes(',')) throw invalid('Send one DPoP header.');
    const now = clock.now();
    try {
      const { payload, protectedHeader } = await jwtVerify(proof, keyOf, {
        typ: 'dpop+jwt',
        algorithms: DPOP_ALGORITHMS,
        requiredClaims: ['iat', 'jti', 'htm', 'htu'],
        currentDate: new Date(now),
        clockTolerance: WINDOW_MS / 1000,
      });
      const { jwk } = protectedHeader;
      if (jwk === undefined || 'd' in jwk || 'k' in jwk) throw invalid('The proof must hold a public key.');
      const { htm, htu, ath, iat = 0, jti = '' } = payload;
      if (htm !== method || withoutQuery(htu) !== url) throw invalid('The proof is for another request.');
      if (Math.abs(iat * 1000 - now) > WINDOW_MS) throw invalid('The proof is too old, or from the future.');
      if (accessToken !== undefined && ath !== sha256(accessToken))
        throw invalid('The proof is for another token.');
      if (jti === '' || jti.length > MAX_JTI) throw invalid('The proof needs a jti.');
      const thumbprint = await calculateJwkThumbprint(jwk);
      const once = { key: usedKey.dpop(thumbprint, jti), expiresAt: iat * 1000 + 2 * WINDOW_MS };
      return { thumbprint, spend: await unspent(used, once, invalid('The proof was used before.')) };
    } catch (error) {
      if (isInvalidToken(error)) throw invalid('The proof is not valid.');
      throw error;
    }
  };
}

function invalid(description: string): OAuthError {
  return new OAuthError('invalid_dpop_proof', description);
}

function withoutQuery(htu: unknown): string | null {
  const url = typeof htu === 'string' ? URL.parse(htu) : null;
  return url === null ? null : url.origin + url.pathname;
}
