import type { TSchema } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { describedAs } from '../../lib/documented.ts';
import { partialBody } from './endpoint/schemas.ts';

type Fields = Record<string, TSchema>;

/** A body of one of two forms, which {@link oneForm} tells apart: a validator would report errors for both. */
export function eitherBody<One extends Fields, Other extends Fields>(one: One, other: Other) {
  const either = partialBody({ ...one, ...other });
  const forms = [one, other].map((form) => ({
    required: Object.keys(form),
    maxProperties: Object.keys(form).length,
  }));
  return describedAs(either, { ...either, oneOf: forms });
}

/**
 * The form that a body has.
 * @param one the names of the first form's fields
 * @throws KeywardError `ValidationError` for a body with fields of both, or with incomplete fields
 */
export function oneForm<Given extends object, One extends keyof Given, Other extends keyof Given>(
  given: Given,
  one: readonly One[],
  other: readonly Other[],
): Required<Pick<Given, One>> | Required<Pick<Given, Other>> {
  const both = other.find(
    (name) => given[name] !== undefined && one.some((first) => given[first] !== undefined),
  );
  if (both !== undefined) throw refused(both, `must be left out with ${one.join(' and ')}`);
  if (hasAll(given, one)) return given;
  if (hasAll(given, other)) return given;
  const begun = other.some((name) => given[name] !== undefined);
  const missing = (begun ? other : one).find((name) => given[name] === undefined);
  throw refused(missing ?? '', begun ? 'is required' : `is required, or ${other.join(' and ')} in its place`);
}

function hasAll<Given extends object, Name extends keyof Given>(
  given: Given,
  names: readonly Name[],
): given is Given & Required<Pick<Given, Name>> {
  return names.every((name) => given[name] !== undefined);
}

function refused(path: PropertyKey, message: string) {
  return invalidFields({ path: String(path), message });
}
