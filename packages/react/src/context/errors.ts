import type { CallError } from '@keyward/client';
import type { Texts } from '../texts/en.ts';

/** What a form shows after a call failed. */
export interface Problem {
  /** About the whole form. */
  message?: string;
  /** By the name of the field. */
  fields: Readonly<Record<string, string>>;
}

export const NO_PROBLEM: Problem = { fields: {} };

/** Errors that are about one field. */
const FIELD_OF: Readonly<Record<string, string>> = {
  WeakPasswordError: 'password',
  EmailAlreadyExistsError: 'email',
  EmailDomainNotAllowedError: 'email',
  HandleAlreadyExistsError: 'handle',
  PhoneAlreadyExistsError: 'phone',
  SlugTakenError: 'slug',
  DomainTakenError: 'domain',
  RoleTakenError: 'name',
  OTPInvalidError: 'otp',
  OTPExpiredError: 'otp',
  OTPNotFoundError: 'otp',
  SecondFactorInvalidError: 'code',
};

/**
 * The message for an error code: the service's own messages are for developers, and in English.
 * @param code as in `error_code`
 */
export function messageOf(code: string, texts: Texts): string {
  const known: Readonly<Record<string, string>> = texts.errors;
  return Object.hasOwn(known, code) ? (known[code] ?? texts.errors.unknown) : texts.errors.unknown;
}

/**
 * What to show after a failure.
 * @param names of the form's fields: an error about another field is about the whole form
 */
export function problemOf(error: CallError, texts: Texts, names: readonly string[]): Problem {
  if (error.kind === 'AbortError') return NO_PROBLEM;
  const message = messageOf(error.code, texts);
  const field = FIELD_OF[error.kind];
  if (field !== undefined && names.includes(field)) return { fields: { [field]: message } };
  if (error.kind !== 'ValidationError') return { message, fields: {} };
  const hints: Readonly<Record<string, string>> = texts.fields;
  const invalid = (error.details?.fields ?? []).filter(({ path }) => names.includes(path));
  if (invalid.length === 0) return { message, fields: {} };
  return { fields: Object.fromEntries(invalid.map(({ path }) => [path, hints[path] ?? message])) };
}
