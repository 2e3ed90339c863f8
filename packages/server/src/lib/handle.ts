/** An accepted handle. */
export interface Handle {
  /** As typed. */
  handle: string;
  /** For comparisons: the handle in lower case. */
  key: string;
}

export const MAX_HANDLE_LENGTH = 30;
/**
 * The part before the first letter, that letter, and the rest. Without a lookahead, because not every implementation of
 * JSON Schema supports one.
 */
export const HANDLE_PATTERN = '^(?:[0-9_][0-9._-]*)?[A-Za-z](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$';
const HANDLE = new RegExp(HANDLE_PATTERN);

const MAX_DERIVED = 24;
const SUFFIX_LENGTH = 5;
const SUFFIX_BASE = 36;
// Compatibility decomposition grows some characters eighteenfold.
const MAX_SOURCE = 100;

/**
 * Reads a handle: 1–30 ASCII letters, digits, `.`, `_`, `-`, with a letter, digit or `_` at both ends. At least one
 * letter and no `@`, so that a handle is never mistaken for a phone number or an email. Null for anything else.
 */
export function parseHandle(input: string): Handle | null {
  return isHandle(input) ? { handle: input, key: input.toLowerCase() } : null;
}

/**
 * A valid lower-case handle of at most 24 characters, made from the name, or else from the local part of the email, or
 * else `user`. It is not unique: see `withSuffix`.
 */
export function deriveHandle(name: string, email: string): string {
  for (const source of [name, email.slice(0, Math.max(0, email.indexOf('@')))]) {
    const candidate = simplify(source);
    if (isHandle(candidate)) return candidate;
  }
  return 'user';
}

/**
 * Another candidate for a taken handle: `base` (at most 24 characters, as from `deriveHandle`), a dot and 5 random
 * characters. `randomInt(n)` returns an integer from 0 to n − 1.
 */
export function withSuffix(base: string, randomInt: (limit: number) => number): string {
  const suffix = randomInt(SUFFIX_BASE ** SUFFIX_LENGTH).toString(SUFFIX_BASE);
  return `${base}.${suffix.padStart(SUFFIX_LENGTH, '0')}`;
}

function isHandle(text: string): boolean {
  return text.length <= MAX_HANDLE_LENGTH && HANDLE.test(text);
}

function simplify(source: string): string {
  return source
    .slice(0, MAX_SOURCE)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'’]+/gu, '.')
    .replace(/[^a-z0-9.]+/g, '')
    .replace(/\.{2,}/g, '.')
    .replace(/^\./, '')
    .slice(0, MAX_DERIVED)
    .replace(/\.$/, '');
}
