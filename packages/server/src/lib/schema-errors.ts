import { GRANT_PATTERN, SCOPE_PATTERN } from './patterns.ts';

export const SCOPE_RULE =
  'must be 1 to 100 visible ASCII characters without spaces, " and \\ (RFC 6749 §3.3), such as orders:read';

/** What a text must be whose schema has the pattern, for people who do not read regular expressions. */
const RULES: Readonly<Record<string, string>> = {
  [SCOPE_PATTERN]: SCOPE_RULE,
  [GRANT_PATTERN]:
    'must be 1 to 64 lower-case letters, digits and _:.-, beginning with a letter, such as invoices:write',
};

/** @returns undefined if only the pattern itself can be shown */
export function patternRule(pattern: unknown): string | undefined {
  return RULES[String(pattern)];
}

/** The path of a field, as `roles.0.name`, from the JSON pointer (RFC 6901) in an error of a schema. */
export function fieldPath(pointer: string): string {
  const parts = pointer.slice(1).split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}
