import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeJwt, errors, type JWSHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { replacedKeys } from '../../../config/sections/jwt.ts';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { JwtSettings, Settings } from '../../settings/settings.ts';
import type { Issuer } from './issuer.ts';
import { type PublicJwk, publicJwk, type TokenKey, tokenKey } from './token-keys.ts';
import type { TokenClaims, TokenType } from '../../audit/actors/caller.ts';

/** @throws KeywardError `ServiceUnavailableError` from every method that needs a key, while they are suspended */
export interface Tokens {
  sign(claims: TokenClaims): Promise<string>;
  /**
   * @throws KeywardError `TokenExpiredError` for a genuine token that has expired, otherwise `InvalidTokenError`, the
   * same for every defect
   */
  verify(token: string, type: TokenType): Promise<TokenClaims>;
  /** The keys with which others can verify tokens: none for an HMAC secret, several during a planned rotation. */
  publicKeys(): PublicJwk[];
  /**
   * Called with true when another instance has replaced the key in force and this one does not know the new key yet:
   * the old key may be in other hands.
   */
  suspend(suspended: boolean): void;
}

/** A token with a valid signature, and the time at which its key ends. */
interface Verified {
  claims: TokenClaims;
  until: number;
}

/** Recently verified tokens. A repeated check needs only a look-up. */
const REMEMBERED_TOKENS = 10_000;
/** Longer tokens are not from this service. */
const MAX_TOKEN_LENGTH = 4_096;

export function createTokens(deps: { settings: Settings; issuer: Issuer; clock: Clock }): Tokens {
  const { settings, issuer, clock } = deps;
  let keys: Keys | null = null;
  let isSuspended = false;

  /** The keys of the settings in force. A change of settings drops them and every remembered token. */
  function currentKeys() {
    if (isSuspended) throw new KeywardError('ServiceUnavailableError', { retryAfter: 60 });
    const { jwt } = settings.current;
    if (keys?.jwt !== jwt) keys = deriveKeys(jwt);
    return keys;
  }

  return {
    async sign(claims) {
      const { current } = currentKeys();
      const { signing } = current;
      if (signing.type === 'secret') {
        const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
        const input = `${current.encodedHeader}.${payload}`;
        return `${input}.${hmac(input, current)}`;
      }
      return new SignJWT({ ...claims }).setProtectedHeader(current.header).sign(signing);
    },

    async verify(token, type) {
      if (token.length > MAX_TOKEN_LENGTH) throw new KeywardError('InvalidTokenError');
      const inForce = currentKeys();
      let verified = inForce.remembered.get(token);
      if (verified === undefined) {
        verified = await verifySignature(token, inForce);
        if (!isOurs(verified.claims, issuer, inForce.jwt)) throw new KeywardError('InvalidTokenError');
        inForce.remembered.set(token, verified);
      }
      const { claims, until } = verified;
      const now = clock.now();
      // RFC 8725 §3.12: a token is valid only for the use it was issued for.
      if (claims.type !== type || until <= now) throw new KeywardError('InvalidTokenError');
      if (claims.exp * 1000 <= now) throw new KeywardError('TokenExpiredError');
      return claims;
    },

    publicKeys() {
      const { current, replaced } = currentKeys();
      return [current, ...replaced]
        .filter((key) => key.until > clock.now())
        .map(publicJwk)
        .filter((jwk) => jwk !== null);
    },

    suspend(suspended) {
      isSuspended = suspended;
    },
  };
}

interface Keys {
  /** The settings that the keys come from. */
  jwt: JwtSettings;
  current: TokenKey;
  replaced: TokenKey[];
  remembered: LRUCache<string, Verified>;
}

function deriveKeys(jwt: JwtSettings): Keys {
  return {
    jwt,
    current: tokenKey(jwt),
    replaced: replacedKeys(jwt).map((key) => tokenKey(key, key.until)),
    remembered: new LRUCache({ max: REMEMBERED_TOKENS }),
  };
}

/**
 * The signature of a token with HMAC (RFC 7515 §3 and §5.1), synchronously: jose uses a thread of the pool, where it
 * waits behind password hashes and costs ten times as much.
 */
function hmac(input: string, { algorithm, signing }: TokenKey): string {
  return createHmac(algorithm.replace('HS', 'sha'), signing).update(input).digest('base64url');
}

/**
 * The claims of a token that was signed with HMAC in the same way as {@link Tokens.sign} does, by this service or
 * another one with its key. Null for any other token, which jose then verifies.
 */
function claimsOfOwn(token: string, key: TokenKey): JWTPayload | null {
  if (key.signing.type !== 'secret' || !token.startsWith(`${key.encodedHeader}.`)) return null;
  const end = token.lastIndexOf('.');
  const given = Buffer.from(token.slice(end + 1));
  const expected = Buffer.from(hmac(token.slice(0, end), key));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims = decodeJwt(token);
  return claims.nbf === undefined ? claims : null;
}

async function verifySignature(token: string, keys: Keys): Promise<Verified> {
  try {
    for (const key of [keys.current, ...keys.replaced]) {
      const claims = claimsOfOwn(token, key);
      if (claims && isTokenClaims(claims)) return { claims, until: key.until };
    }
    let key = keys.current;
    const keyOf = (header: JWSHeaderParameters) => {
      key = keyFor(header, keys);
      return key.verifying;
    };
    // The caller checks the expiry at each use.
    const { payload } = await jwtVerify(token, keyOf, { currentDate: new Date(0) });
    if (isTokenClaims(payload)) return { claims: payload, until: key.until };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw new KeywardError('InvalidTokenError');
}

/**
 * The key that a header names, by default the current one, and only for the key's own algorithm. The service decides
 * which keys and algorithms exist, never the header (RFC 8725 §3.1).
 */
function keyFor({ kid, alg }: JWSHeaderParameters, { current, replaced }: Keys): TokenKey {
  const key = kid === undefined ? current : [current, ...replaced].find(({ id }) => id === kid);
  if (key === undefined || key.algorithm !== alg) {
    throw new errors.JOSEAlgNotAllowed('no such key, or not with this algorithm');
  }
  return key;
}

function isTokenClaims(claims: JWTPayload): claims is TokenClaims & JWTPayload {
  const { aid, sid, type, iat, exp, jti, iss, aud } = claims;
  return (
    isId(aid) &&
    isId(sid) &&
    (type === 'access' || type === 'refresh') &&
    Number.isSafeInteger(iat) &&
    Number.isSafeInteger(exp) &&
    typeof jti === 'string' &&
    (iss === undefined || typeof iss === 'string') &&
    (aud === undefined || [aud].flat().every((one) => typeof one === 'string'))
  );
}

/**
 * Whether a token that was signed with this key was issued by this service, for one of its audiences: another service
 * may have the same key (RFC 8725 §3.8 and §3.9). Tokens without the claims are from older versions, and live until
 * they expire.
 */
function isOurs({ iss, aud }: TokenClaims, issuer: Issuer, { audience }: JwtSettings): boolean {
  const isFor = aud === undefined || [aud].flat().some((one) => audience.includes(one));
  return isFor && (iss === undefined || issuer.isOwn(iss));
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** 96 random bits. */
export function newTokenId(): string {
  return randomBytes(12).toString('base64url');
}
