import { PROFILE_FIELD_NAMES, PROFILE_FIELDS } from '../../../../lib/profile-fields.ts';
import { type Fields, isFields, type UserField } from './fields.ts';

/** The format of one product's accounts. */
export interface Format {
  /** Maps a record to Keyward's fields. Their values are checked later, for all products alike. */
  map: (record: Fields) => Fields;
  /** The columns that a CSV file may have. Null: all columns; unknown ones are left out. */
  columns: readonly string[] | null;
  /** Fields to leave out if they are invalid or taken, because the product has other rules for them. */
  droppable: ReadonlySet<UserField>;
  /** The records of a whole JSON document; null if it holds none. */
  records: (document: unknown) => readonly unknown[] | null;
}

/** The records of a document that is a list, or has one under one of these names. */
export function listIn(document: unknown, ...names: readonly string[]): readonly unknown[] | null {
  if (Array.isArray(document)) return document;
  if (!isFields(document)) return null;
  for (const name of names) {
    const list: unknown = document[name];
    if (Array.isArray(list)) return list;
  }
  return null;
}

/** Fields for which other products have other rules, and which Keyward creates itself if they are missing. */
export const FOREIGN: ReadonlySet<UserField> = new Set([
  'uid',
  'handle',
  ...PROFILE_FIELD_NAMES.filter((name) => PROFILE_FIELDS[name].foreign),
]);
