import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import type { CustomFetch, ServerMetadata } from 'openid-client';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { withinRsaLimits } from '../../../lib/rsa-limits.ts';
import { repairing, withBoundedKeys } from './provider-fetch.ts';

/** An ID token that an app received from a provider, and sends to sign its user in. */
export interface SentIdToken {
  token: string;
  /**
   * The nonce that the app sent to the provider, or the text whose SHA-256 it sent, in hex. Undefined: it sent none.
   */
  nonce: string | undefined;
  /** The client ids that the token may name as its audience. */
  audiences: readonly string[];
}

/** A valid token. */
export interface IdToken {
  claims: JWTPayload;
  /** Identifies the token in the list of used ones. */
  hash: string;
  /** The time from which the token is refused, in milliseconds since the epoch. */
  expiresAt: number;
}

/** Much longer than a sign-in on a phone takes, much shorter than the tokens live. */
const MAX_AGE_S = 600;
const TOLERANCE_S = 60;
/** Without HMAC: the service also knows the client secret, so it does not prove who signed. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** The remedy for each wrong claim. */
const REMEDIES: Readonly<Record<string, string>> = {
  iss: 'its issuer is another provider',
  aud: 'it is for another client; add that client id to native_client_ids',
  iat: 'it is older than ten minutes; get a new one from the provider',
  exp: 'it has expired; get a new one from the provider',
};

/** Verifies ID tokens in full (OpenID Connect Core §3.1.3.7) with the published keys of a provider, which it caches. */
export function createIdTokenVerifier(fetch: CustomFetch, clock: Clock) {
  let kept: { uri: string; keys: ReturnType<typeof createRemoteJWKSet> } | undefined;

  function keysAt(uri: string) {
    if (kept?.uri === uri) return kept.keys;
    const bounded = repairing(fetch, 'all', withBoundedKeys);
    const keys = createRemoteJWKSet(new URL(uri), {
      [customFetch]: (url, { headers, method, signal }) =>
        bounded(url, {
          headers: Object.fromEntries(headers),
          method,
          body: undefined,
          signal,
          redirect: 'manual',
        }),
    });
    kept = { uri, keys };
    return keys;
  }

  /** @throws KeywardError `IdTokenInvalidError`; any other error is a fault of the provider */
  return async ({ jwks_uri: uri, issuer }: ServerMetadata, sent: SentIdToken): Promise<IdToken> => {
    if (uri === undefined) throw new Error('the provider publishes no keys');
    const { payload: claims } = await jwtVerify(sent.token, withinRsaLimits(keysAt(uri)), {
      algorithms: ALGORITHMS,
      audience: [...sent.audiences],
      requiredClaims: ['iss', 'sub', 'exp'],
      maxTokenAge: MAX_AGE_S,
      clockTolerance: TOLERANCE_S,
      currentDate: new Date(clock.now()),
    }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (claims.iss !== ofTenant(issuer, claims)) throw invalid(REMEDIES['iss']);
    const { aud, azp } = claims;
    // A token for several audiences must name one of the service's clients in `azp`.
    const several = Array.isArray(aud) && aud.length > 1;
    if (several && !sent.audiences.some((id) => id === azp)) throw invalid(REMEDIES['aud']);
    assertNonce(claims['nonce'], sent.nonce);
    return {
      claims,
      // Hashes only the signed part, because one signature can be encoded in several ways.
      hash: sha256(sent.token.slice(0, sent.token.lastIndexOf('.')), 'base64url'),
      expiresAt: (Number(claims.iat) + MAX_AGE_S + 2 * TOLERANCE_S) * 1000,
    };
  };
}

/** Microsoft's multi-tenant issuer contains a placeholder for the tenant of the token. */
function ofTenant(issuer: string, { tid }: JWTPayload): string {
  return typeof tid === 'string' ? issuer.replace('{tenantid}', tid) : issuer;
}

function assertNonce(claimed: unknown, sent: string | undefined): void {
  if (claimed === undefined && sent === undefined) return;
  if (claimed === undefined) throw invalid('it has no nonce, but one was sent');
  if (sent === undefined) throw invalid('it has a nonce; send nonce too');
  if (claimed !== sent && claimed !== sha256(sent, 'hex')) throw invalid('its nonce does not match');
}

function sha256(text: string, encoding: 'hex' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding);
}

/** Distinguishes an error of the caller from one of the provider. */
function refusalOf(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return invalid(REMEDIES[error.claim], error);
  if (error instanceof errors.JWTClaimValidationFailed)
    return invalid(REMEDIES[error.claim] ?? `its claim ${error.claim} is wrong`, error);
  const wrong = [
    errors.JWTInvalid,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind);
  return wrong ? invalid('it was not signed with a key of the provider', error) : error;
}

/** @param problem the problem, and the remedy */
export function invalid(problem: string | undefined, cause?: unknown): KeywardError {
  return new KeywardError('IdTokenInvalidError', {
    message: `The ID token was refused: ${problem ?? 'it is not valid'}.`,
    cause,
  });
}
