import { createHash, timingSafeEqual } from 'node:crypto';

/** Proof Key for Code Exchange (RFC 7636), by its method S256. */

/** @see RFC 7636 §4.2: a SHA-256 in base64url */
export function isCodeChallenge(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/** @see RFC 7636 §4.1 */
export function isCodeVerifier(text: string): boolean {
  return /^[\w.~-]{43,128}$/.test(text);
}

/**
 * Whether a code is exchanged by whoever its sign-in began with. A verifier without a challenge is wrong, too: somebody
 * has put a code of their own in the place of one that began with a challenge (RFC 9700 §4.8.2).
 */
export function answersChallenge(verifier: string | null, challenge: string | null): boolean {
  if (verifier === null || challenge === null) return verifier === challenge;
  const given = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
