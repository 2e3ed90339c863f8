import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { createLru } from '../../lib/lru.ts';
import type { JwtSettings, Settings } from '../settings/settings.ts';

export type TokenType = 'access' | 'refresh';

/** The claims of a token. Times are Unix seconds. */
export interface TokenClaims {
  /** Account id. */
  aid: number;
  /** Session id. */
  sid: number;
  type: TokenType;
  iat: number;
  exp: number;
  /** Unique for each token. In a refresh token it ends in its place in the session's chain. */
  jti: string;
}

export interface Tokens {
  sign(claims: TokenClaims): Promise<string>;
  /**
   * @throws KeywardError `TokenExpiredError` for a genuine token past its time, else `InvalidTokenError`,
   * alike for whatever is wrong
   */
  verify(token: string, type: TokenType): Promise<TokenClaims>;
}

/** Tokens whose signature was found good lately; checking one again costs a look-up. */
const REMEMBERED_TOKENS = 10_000;
/** Longer ones are not ours. */
const MAX_TOKEN_LENGTH = 4_096;

export function createTokens(settings: Settings, clock: Clock): Tokens {
  let keys: ReturnType<typeof deriveKeys> | null = null;

  /** The keys of the settings in force. A change of settings drops them, and every remembered token with them. */
  function currentKeys() {
    const { jwt } = settings.current;
    if (keys?.jwt !== jwt) keys = deriveKeys(jwt);
    return keys;
  }

  return {
    sign(claims) {
      const { jwt, signing } = currentKeys();
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: jwt.algorithm, typ: 'JWT' }).sign(signing);
    },

    async verify(token, type) {
      if (token.length > MAX_TOKEN_LENGTH) throw new KeywardError('InvalidTokenError');
      const { jwt, verifying, remembered } = currentKeys();
      let claims = remembered.get(token);
      if (claims === undefined) {
        claims = await verifySignature(token, verifying, jwt.algorithm);
        remembered.set(token, claims);
      }
      // RFC 8725 §3.12: a token is only good for the use it was issued for.
      if (claims.type !== type) throw new KeywardError('InvalidTokenError');
      if (claims.exp * 1000 <= clock.now()) throw new KeywardError('TokenExpiredError');
      return claims;
    },
  };
}

function deriveKeys(jwt: JwtSettings) {
  const remembered = createLru<string, TokenClaims>(REMEMBERED_TOKENS);
  if (jwt.algorithm.startsWith('HS')) {
    const secret = createSecretKey(jwt.secret_key, 'utf8');
    return { jwt, signing: secret, verifying: secret, remembered };
  }
  const signing = createPrivateKey(jwt.secret_key);
  return { jwt, signing, verifying: createPublicKey(jwt.secret_key), remembered };
}

async function verifySignature(token: string, key: KeyObject, algorithm: string): Promise<TokenClaims> {
  try {
    // The algorithm is ours, never the header's (RFC 8725 §3.1). Expiry is checked by the caller at each use.
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], currentDate: new Date(0) });
    if (isTokenClaims(payload)) return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw new KeywardError('InvalidTokenError');
}

function isTokenClaims(claims: JWTPayload): claims is TokenClaims & JWTPayload {
  const { aid, sid, type, iat, exp, jti } = claims;
  return (
    isId(aid) &&
    isId(sid) &&
    (type === 'access' || type === 'refresh') &&
    Number.isSafeInteger(iat) &&
    Number.isSafeInteger(exp) &&
    typeof jti === 'string'
  );
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** 96 random bits. */
export function newTokenId(): string {
  return randomBytes(12).toString('base64url');
}
