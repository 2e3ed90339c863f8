/** The kinds of characters, each with about the number of its members. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
];

export const STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** In bits; the first that is greater names the strength. */
const LIMITS = [45, 60, 85];

/** A rough estimate of the guesses that a password takes. Repeated characters count little. */
export function strengthOf(password: string): Strength {
  const characters = Array.from(password.normalize('NFKC'));
  const pool = KINDS.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 0);
  const counted = Math.min(characters.length, 1.5 * new Set(characters).size);
  const bits = counted * Math.log2(Math.max(pool, 1));
  const level = LIMITS.findIndex((limit) => bits < limit);
  return STRENGTHS[level === -1 ? LIMITS.length : level] ?? 'weak';
}
