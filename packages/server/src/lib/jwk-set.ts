import type { JSONWebKeySet, JWK } from 'jose';
import { isJwkWithinRsaLimits } from './rsa-limits.ts';

/** Providers publish two to ten. */
const MAX_KEYS = 100;
/** In characters of JSON: 40 RSA keys of 4096 bits. */
const MAX_CHARACTERS = 32_768;
/** What a verification reads (RFC 7517 §4, RFC 7518 §6, RFC 8037 §2). Certificates are not used. */
const MEMBERS = ['kty', 'kid', 'use', 'alg', 'crv', 'x', 'y', 'n', 'e'] as const;

/**
 * The public keys of a set that others publish, which are kept in memory: without members that no verification reads, RSA
 * keys that are slow, and whatever exceeds the limits. 64 KB of small objects would take megabytes.
 * @returns null if it is not a set of keys
 */
export function publicKeysOf(set: unknown): JSONWebKeySet | null {
  if (typeof set !== 'object' || set === null || !('keys' in set) || !Array.isArray(set.keys)) return null;
  const keys: JWK[] = [];
  let left = MAX_CHARACTERS;
  for (const given of set.keys) {
    const key = publicKey(Object(given));
    if (key === null) continue;
    left -= JSON.stringify(key).length;
    if (left < 0 || keys.length === MAX_KEYS) break;
    keys.push(key);
  }
  return { keys };
}

function publicKey(given: Readonly<Record<string, unknown>>): JWK | null {
  const { kty, key_ops: uses } = given;
  if (typeof kty !== 'string' || !isJwkWithinRsaLimits(given)) return null;
  // RFC 7517 §4.3.
  if (Array.isArray(uses) && !uses.includes('verify')) return null;
  const members = MEMBERS.map((name) => [name, given[name]] as const);
  return { kty, ...Object.fromEntries(members.filter(([, value]) => typeof value === 'string')) };
}
