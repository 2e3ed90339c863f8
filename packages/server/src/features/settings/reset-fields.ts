import type { Fields } from '../../config/sections/field.ts';
import { invalidFields } from '../../errors.ts';
import { isKept, type SectionKind, type Sent, type Some } from './kinds/section-kind.ts';

/**
 * The fields that a request resets, with those that are saved together with them.
 * @throws KeywardError `ValidationError` for an unknown field, and for a field that is sent too
 */
export function resetBy<F extends Fields>(
  { fields, together = [] }: SectionKind<F>,
  { input, reset = [] }: Sent,
): ReadonlySet<string> {
  const unknown = reset.find((name) => fields[name]?.internal !== undefined || !(name in fields));
  if (unknown !== undefined)
    throw invalidFields({ path: 'reset', message: `names ${unknown}, which is not a field of this section` });
  const names = new Set(reset.flatMap((name) => (together.some((one) => one === name) ? together : [name])));
  const sent = [...names].find((name) => !isKept(input[name]));
  if (sent !== undefined)
    throw invalidFields({ path: sent, message: 'is reset by the same request; leave one of the two out' });
  return names;
}

/**
 * The values that remain to be saved.
 * @throws KeywardError `ValidationError` for a field that cannot give up its value
 */
export function withoutReset<F extends Fields>(
  kind: SectionKind<F>,
  values: Some,
  reset: ReadonlySet<string>,
): Some {
  if (reset.size === 0) return values;
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !reset.has(name)));
  const left = kind.pin?.(rest, values) ?? rest;
  const pinned = [...reset].find((name) => name in left);
  if (pinned === undefined) return left;
  const message = `names ${pinned}, which cannot be reset: a replaced signing key stays replaced`;
  throw invalidFields({ path: 'reset', message });
}
