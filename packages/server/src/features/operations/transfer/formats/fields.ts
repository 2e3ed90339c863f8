import { PROFILE_FIELD_NAMES } from '../../../../lib/profile-fields.ts';

/** A record by its field names, as in the file; the values are unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

/** When a part of an account was set without a proof, or by somebody else, and when the account ends. */
export const MARK_TIMES = [
  'password_unproven_at',
  'email_unproven_at',
  'assigned_at',
  'deletion_at',
] as const;

/** The account fields that an export writes, in the order of the columns. */
export const EXPORTED_FIELDS = [
  'uid',
  'email',
  'email_verified',
  'name',
  'handle',
  ...PROFILE_FIELD_NAMES,
  'role',
  'status',
  'created_at',
  'external_id',
  'metadata',
  'app_metadata',
  'password_hash',
  'password_set_by',
  ...MARK_TIMES,
  'provider_links',
] as const;

/** The account fields of Keyward's own files. Secrets of factors are imported, and never exported. */
export const USER_FIELDS = [
  ...EXPORTED_FIELDS,
  'totp_secret',
  'recovery_codes',
  'passkeys',
  'passkey_user_handle',
] as const;

export type UserField = (typeof USER_FIELDS)[number];

/** A record, or the problem with it. `line` is the line on which it begins; in a JSON document, its number. */
export type RawRecord =
  { readonly line: number; readonly fields: Fields } | { readonly line: number; readonly problem: string };

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of objects, given as such or as JSON text, as table columns hold it. Null for anything else. */
export function listOf(value: unknown): Fields[] | null {
  const list = parsed(value);
  return Array.isArray(list) && list.every(isFields) ? list : null;
}

/** The same for one object; an empty one for anything else. */
export function objectOf(value: unknown): Fields {
  const object = parsed(value);
  return isFields(object) ? object : {};
}

/** The first non-blank text among the values. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

/** Any JSON value as text. `String` and `Number` throw at `{ "toString": null }`, which is JSON too. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** A value that may be given as JSON text, as table columns hold it. Undefined for invalid JSON. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
