import { type Fields, isFields, type UserField } from '../fields.ts';

/** How the accounts of one product are read: data, and what is peculiar to it. */
export interface Format {
  /** The account in Keyward's fields; what they are is checked later, for all products alike. */
  map: (record: Fields) => Fields;
  /** The columns that a CSV file may have; null: those that are not known are left out. */
  columns: readonly string[] | null;
  /** Fields that are left out where they do not fit, or are taken: their product had other rules for them. */
  droppable: ReadonlySet<UserField>;
  /** The records of a whole JSON document; null when there are none in it. */
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

/** What other products have other rules for, and what Keyward makes by itself where it is missing. */
export const FOREIGN: ReadonlySet<UserField> = new Set(['uid', 'handle', 'avatar_url']);
