import { parseEmail } from './email.ts';

/**
 * Reads the domain of emails, or `*.` and a domain for all that are below it, in the one form for comparisons:
 * lower-case ASCII, as {@link parseEmail} has it. Null for anything else.
 */
export function parseDomain(input: string): string | null {
  const isWildcard = input.startsWith('*.');
  // For a wildcard, only emails below the domain must be possible, not at the domain itself: `*.org` is fine.
  const email = parseEmail(isWildcard ? `a@a.${input.slice(2)}` : `a@${input}`);
  if (email === null) return null;
  return isWildcard ? `*.${email.key.slice('a@a.'.length)}` : email.key.slice('a@'.length);
}
