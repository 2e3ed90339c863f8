import { OAuthError } from './oauth-error.ts';

/** The parameters of a request. Only `resource` may be repeated (RFC 6749 §3.1, RFC 8707 §2). */
export interface Parameters {
  get(name: string): string | undefined;
  /** @throws OAuthError `invalid_request` */
  required(name: string): string;
  readonly resources: readonly string[];
  /** All parameters, to be stored in a row. */
  entries(): [string, string][];
}

const REPEATABLE = new Set(['resource', 'audience']);
const MAX_LENGTH = 4_096;

/**
 * The name of a repeated parameter; undefined if there is none. A parameter with an empty value counts as missing
 * (RFC 6749 §3.1).
 */
export function repeated(given: URLSearchParams): string | undefined {
  const seen = new Set<string>();
  return [...given.keys()].find((name) => {
    if (REPEATABLE.has(name)) return false;
    if (seen.has(name)) return true;
    seen.add(name);
    return false;
  });
}

/** @throws OAuthError `invalid_request` for a parameter that is repeated, is too long or contains a NUL */
export function readParameters(given: URLSearchParams): Parameters {
  const twice = repeated(given);
  if (twice !== undefined)
    throw new OAuthError('invalid_request', `${printable(twice)} comes more than once.`);
  const entries = [...given].filter(([, value]) => value !== '');
  const bad = entries.find(
    ([, value]) => value.length > MAX_LENGTH || value.includes('\0') || !value.isWellFormed(),
  );
  if (bad !== undefined)
    throw new OAuthError('invalid_request', `${printable(bad[0])} is too long or is not plain text.`);
  const values = new Map(entries);
  return {
    get: (name) => values.get(name),
    required(name) {
      const value = values.get(name);
      if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`);
      return value;
    },
    resources: entries.filter(([name]) => name === 'resource').map(([, value]) => value),
    entries: () => entries,
  };
}

/** RFC 6749 §5.2: a description is printable ASCII without quotes. */
export function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?').slice(0, 200);
}
