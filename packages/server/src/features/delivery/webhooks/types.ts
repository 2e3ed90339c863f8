import { invalidFields } from '../../../errors.ts';
import { matchingTypes } from '../../audit/events/event-types.ts';

/**
 * Asserts that each pattern matches a type.
 * @throws KeywardError `ValidationError` that names the first that does not
 */
export function assertTypes(patterns: readonly string[]): void {
  const unknown = patterns.findIndex((pattern) => matchingTypes([pattern]) === null);
  if (unknown !== -1)
    throw invalidFields({
      path: `types.${unknown}`,
      message:
        'is not a type of event; use one of the list, such as account.created, or a group, such as account.*',
    });
}

/** Reads the column: the patterns, or null for all types. */
export function readTypes(json: string | null): string[] | null {
  const types: unknown = json === null ? null : JSON.parse(json);
  return Array.isArray(types) ? types.map(String) : null;
}

/**
 * Whether a webhook receives events of a type, which may be a type that only a newer Keyward knows.
 * @param patterns null for all
 */
export function isSubscribed(patterns: readonly string[] | null, type: string): boolean {
  return (
    patterns === null ||
    patterns.some((pattern) =>
      pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
    )
  );
}
