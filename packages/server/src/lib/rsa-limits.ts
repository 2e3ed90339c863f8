import { KeyObject } from 'node:crypto';
import { type CryptoKey, errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose';

const MAX_MODULUS_BITS = 4_096;
/** Keys in use have 65537, or 3. */
const MAX_EXPONENT_BITS = 24;
/** In base64url. */
const BITS_OF_DIGIT = 6;

/** What is wrong with an RSA key above the limits. */
export const RSA_LIMITS = 'must have at most 4,096 bits and a public exponent below 2^24, such as 65537';

/**
 * Whether a key verifies a signature quickly. The threads that do it also hash passwords, and an RSA key that a stranger
 * has chosen can occupy one for 20 ms.
 */
export function isWithinRsaLimits({ asymmetricKeyDetails: details = {} }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = details;
  return modulusLength <= MAX_MODULUS_BITS && publicExponent < 2n ** BigInt(MAX_EXPONENT_BITS);
}

/** As {@link isWithinRsaLimits}, by the lengths alone: a set can hold thousands of keys, and to import one takes 0.1 ms. */
export function isJwkWithinRsaLimits({ kty, n, e }: Readonly<Record<string, unknown>>): boolean {
  const isShort = (value: unknown, bits: number) =>
    typeof value !== 'string' || value.length <= Math.ceil(bits / BITS_OF_DIGIT);
  return kty !== 'RSA' || (isShort(n, MAX_MODULUS_BITS) && isShort(e, MAX_EXPONENT_BITS));
}

type KeyOf = (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => Promise<CryptoKey>;

/** Refuses keys above the limits, for a verification with keys of others. */
export function withinRsaLimits(keyOf: KeyOf): KeyOf {
  return async (header, token) => {
    const key = await keyOf(header, token);
    if (!isWithinRsaLimits(KeyObject.from(key))) throw new errors.JOSENotSupported(`The key ${RSA_LIMITS}.`);
    return key;
  };
}
