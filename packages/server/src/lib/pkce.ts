import { createHash, timingSafeEqual } from 'node:crypto';

/** Proof Key for Code Exchange (RFC 7636), with the method S256. */

/** @see RFC 7636 §4.2: a SHA-256 in base64url */
export const CODE_CHALLENGE_PATTERN = '^[A-Za-z0-9_-]{43}$';
const CODE_CHALLENGE = new RegExp(CODE_CHALLENGE_PATTERN);

/** @see RFC 7636 §4.1 */
export const CODE_VERIFIER_PATTERN = '^[A-Za-z0-9._~-]{43,128}$';

export function isCodeChallenge(text: unknown): text is string {
  return typeof text === 'string' && CODE_CHALLENGE.test(text);
}

/**
 * Whether the client that exchanges a code is the one that began the sign-in. A verifier without a challenge is
 * wrong too: an attacker may have replaced the code by a code of their own (RFC 9700 §4.8.2).
 */
export function answersChallenge(verifier: string | null, challenge: string | null): boolean {
  if (verifier === null || challenge === null) return verifier === challenge;
  const given = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
