import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { OAuthAlgorithm } from '../../config/sections/oauth.ts';
import type { Clock } from '../../lib/clock.ts';
import type { GrantRow } from '../../store/engine/schema.ts';
import type { OAuthKeys } from './keys.ts';
import { isInvalidToken } from './single-use.ts';

/** The types of signed tokens, as in the header `typ`: no token is valid in place of another (RFC 8725 §3.11). */
export type SignedType = 'at+jwt' | 'JWT' | 'logout+jwt';

const MAX_TOKEN_LENGTH = 8_192;
const REFRESH_PREFIX = 'kw_ref_';

export interface OAuthTokens {
  sign(type: SignedType, claims: JWTPayload, algorithm: OAuthAlgorithm): Promise<string>;
  /**
   * The claims of a token of this issuer and type, if its key is trusted; null for any other.
   * @param expired whether to accept expired tokens
   */
  verify(type: SignedType, token: string, expired?: boolean): Promise<JWTPayload | null>;
  /** The refresh token with a number in a grant's chain. Its only secret is a keyed hash, so it is not stored. */
  refreshToken(grant: Pick<GrantRow, 'uid'>, generation: number): string;
  /** The grant and the number of a refresh token; null if this service did not make it. */
  readRefreshToken(token: string): { uid: string; generation: number } | null;
}

export function createOAuthTokens(deps: {
  keys: OAuthKeys;
  issuer: () => string;
  /** The key for refresh tokens. */
  key: KeyObject;
  clock: Clock;
}): OAuthTokens {
  const { keys, issuer, key, clock } = deps;

  const tagOf = (body: string) => createHmac('sha256', key).update(body).digest('base64url');

  return {
    async sign(type, claims, algorithm) {
      const signing = await keys.signing(algorithm);
      return new SignJWT({ iss: issuer(), ...claims })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: signing.kid })
        .sign(signing.key);
    },

    async verify(type, token, expired = false) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      try {
        const { kid = '', alg = '', typ } = decodeProtectedHeader(token);
        if (typ !== type) return null;
        const verifying = await keys.verifying(kid, alg);
        if (verifying === null) return null;
        const currentDate = expired ? new Date(0) : new Date(clock.now());
        const { payload } = await jwtVerify(token, verifying, {
          issuer: issuer(),
          algorithms: [alg],
          // A signed answer of userinfo has no expiry, and is not a token.
          requiredClaims: ['exp'],
          currentDate,
        });
        return payload;
      } catch (error) {
        if (isInvalidToken(error)) return null;
        throw error;
      }
    },

    refreshToken({ uid }, generation) {
      const body = `${REFRESH_PREFIX}${uid}.${generation}`;
      return `${body}.${tagOf(body)}`;
    },

    readRefreshToken(token) {
      const match = /^(kw_ref_([A-Za-z0-9_-]{22})\.(\d{1,12}))\.([A-Za-z0-9_-]{43})$/.exec(token);
      if (match === null) return null;
      const [, body = '', uid = '', generation = '', tag = ''] = match;
      const [given, expected] = [Buffer.from(tag), Buffer.from(tagOf(body))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { uid, generation: Number(generation) };
    },
  };
}

/** 128 random bits, in the form that tokens use. */
export function randomName(): string {
  return randomBytes(16).toString('base64url');
}

/** 256 random bits, for secrets. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** `at_hash` of OpenID Connect Core §3.1.3.6. Both curves and RSA sign with SHA-256; Ed25519 with SHA-512. */
export function halfHash(token: string, algorithm: OAuthAlgorithm): string {
  const digest = createHash(algorithm === 'EdDSA' ? 'sha512' : 'sha256')
    .update(token)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** The key under which a revoked or used token is stored. */
export const usedKey = {
  accessToken: (jti: string) => `oauth-access:${jti}`,
  assertion: (clientId: string, jti: string) => `oauth-assertion:${sha256(`${clientId} ${jti}`)}`,
  dpop: (thumbprint: string, jti: string) => `oauth-dpop:${sha256(`${thumbprint} ${jti}`)}`,
};
