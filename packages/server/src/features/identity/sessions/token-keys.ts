import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
} from 'node:crypto';
import type { JWK } from 'jose';
import type { JwtAlgorithm } from '../../../config/sections/jwt.ts';
import type { JwtSettings, PreviousKey } from '../../settings/settings.ts';

/** A key that signs or has signed tokens. */
export interface TokenKey {
  /** The `kid` of its tokens. It is unique among all keys that were ever in force. */
  id: string;
  /** The only algorithm that the key is used with (RFC 8725 §3.1). */
  algorithm: JwtAlgorithm;
  /** The header of its tokens. */
  header: { alg: JwtAlgorithm; typ: 'JWT'; kid: string };
  /** The first part of its tokens: the header as it is sent. */
  encodedHeader: string;
  signing: KeyObject;
  verifying: KeyObject;
  /** Milliseconds since the epoch. After that time its tokens are refused.  */
  until: number;
}

/** A public key as in RFC 7517, with its algorithm and use. */
export type PublicJwk = JWK & { kid: string; alg: JwtAlgorithm; use: 'sig' };

export function tokenKey(
  { secret_key, algorithm, key_generation }: JwtSettings | PreviousKey,
  until = Infinity,
): TokenKey {
  if (algorithm.startsWith('HS')) {
    const secret = createSecretKey(secret_key, 'utf8');
    // Reveals no more about the secret than a token's signature: no token signs this text, because of its space.
    const fingerprint = createHmac('sha256', secret).update(`keyward ${algorithm}`).digest();
    return {
      ...named(keyId(fingerprint, key_generation), algorithm),
      signing: secret,
      verifying: secret,
      until,
    };
  }
  const verifying = createPublicKey(secret_key);
  const fingerprint = createHash('sha256')
    .update(verifying.export({ type: 'spki', format: 'der' }))
    .digest();
  return {
    ...named(keyId(fingerprint, key_generation), algorithm),
    signing: createPrivateKey(secret_key),
    verifying,
    until,
  };
}

function named(id: string, algorithm: JwtAlgorithm) {
  const header = { alg: algorithm, typ: 'JWT', kid: id } as const;
  return { id, algorithm, header, encodedHeader: Buffer.from(JSON.stringify(header)).toString('base64url') };
}

/** Null for a secret, which has no public part. */
export function publicJwk({ id, algorithm, verifying }: TokenKey): PublicJwk | null {
  if (verifying.type !== 'public') return null;
  return { ...verifying.export({ format: 'jwk' }), kid: id, alg: algorithm, use: 'sig' };
}

/**
 * 72 bits distinguish keys. The generation distinguishes a key that was replaced and has come back from its earlier
 * use.
 */
function keyId(fingerprint: Buffer, generation: number): string {
  return `${fingerprint.subarray(0, 9).toString('base64url')}.${generation}`;
}
