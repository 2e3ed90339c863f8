import { parseEmail } from './email.ts';

/**
 * Reads the domain of emails, or `*.` and a domain for all its subdomains, in the form for comparisons: lower-case
 * ASCII, as in {@link parseEmail}. Null for anything else.
 */
export function parseDomain(input: string): string | null {
  const isWildcard = input.startsWith('*.');
  // A wildcard only needs possible emails at subdomains, not at the domain itself: `*.org` is fine.
  const email = parseEmail(isWildcard ? `a@a.${input.slice(2)}` : `a@${input}`);
  if (email === null) return null;
  return isWildcard ? `*.${email.key.slice('a@a.'.length)}` : email.key.slice('a@'.length);
}
