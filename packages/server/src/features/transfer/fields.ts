/** A record by the names of its fields, as a file gives it; nothing about its values is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an account in a file of Keyward's own, in the order of the columns. */
export const USER_FIELDS = [
  'uid',
  'email',
  'email_verified',
  'name',
  'handle',
  'phone',
  'avatar_url',
  'role',
  'status',
  'created_at',
  'password_hash',
  'provider_links',
] as const;

export type UserField = (typeof USER_FIELDS)[number];

/** A record and the line on which it begins; of a JSON document, its number. Or what is wrong with it. */
export type RawRecord =
  { readonly line: number; readonly fields: Fields } | { readonly line: number; readonly problem: string };

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value that is a list of objects, or the JSON text of one, as columns of tables hold it. Null for anything else. */
export function listOf(value: unknown): Fields[] | null {
  const list = parsed(value);
  return Array.isArray(list) && list.every(isFields) ? list : null;
}

/** The same for an object. */
export function objectOf(value: unknown): Fields {
  const object = parsed(value);
  return isFields(object) ? object : {};
}

/** The first of the values that is a text with something in it. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
