import { entriesOf, type Entry, type Table, valueOfEntries } from './tables.ts';

/** The service's description of a field, as far as the form needs it. */
export interface FieldFacts {
  name: string;
  type: string;
  nullable: boolean;
  secret: boolean;
  value: unknown;
  source: string;
  first_value: unknown;
}

interface SectionFacts {
  fields: readonly FieldFacts[];
}

/** Removes the saved value, so that the environment or the default applies again. */
export const RESET = Symbol('reset');
/** Empties a secret; an empty input keeps it. */
export const REMOVE = Symbol('remove');

/** The changed entries of a table. */
export interface EntriesEdit {
  table: Table;
  entries: readonly Entry[];
}

/** The edit of a field: typed, switched, its entries changed, reset, or its secret removed. */
export type Edit = string | boolean | EntriesEdit | typeof RESET | typeof REMOVE;
export type Edits = Readonly<Record<string, Edit>>;

/** Represents a secret in answers, and keeps it in requests. */
const KEPT = '***';

export interface PlannedChange {
  before: unknown;
  after: unknown;
}

export interface Plan {
  /** Whether the request names the changes, or all values. */
  how: 'patch' | 'replace';
  input: Readonly<Record<string, unknown>>;
  /** By field; secrets are masked. */
  changes: Readonly<Record<string, PlannedChange>>;
}

/** The value that the input of a field shows. */
export function written({ type, secret }: FieldFacts, value: unknown): string | boolean {
  if (type === 'boolean') return value === true;
  if (secret || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The content of an input in the form of the API. Invalid content is sent unchanged, so that the service
 * reports the error.
 */
export function valueOf(
  { type, nullable }: Pick<FieldFacts, 'type' | 'nullable'>,
  typed: string | boolean | EntriesEdit,
): unknown {
  if (typeof typed === 'boolean') return typed;
  if (typeof typed === 'object') return valueOfEntries(typed.table, typed.entries);
  const text = typed.trim();
  if (nullable && text === '') return null;
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  return type === 'array' ? text.split('\n').flatMap((line) => line.trim() || []) : typed;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The changed values of a section, by field. */
function afterOf(field: FieldFacts, edit: Edit): PlannedChange | null {
  const { value: before, secret, first_value: first, source } = field;
  if (edit === RESET) return source === 'saved' ? { before, after: first } : null;
  if (edit === REMOVE) return { before, after: '' };
  if (secret) return edit === '' ? null : { before, after: KEPT };
  const after = valueOf(field, edit);
  // The service may have saved the members of an entry in another order.
  const old = typeof edit === 'object' ? valueOfEntries(edit.table, entriesOf(edit.table, before)) : before;
  return same(old, after) ? null : { before, after };
}

/** The request and the effects of saving the edits of a section. */
export function planOf(section: SectionFacts, edits: Edits): Plan {
  const planned = section.fields.flatMap((field) => {
    const edit = edits[field.name];
    const change = edit === undefined ? null : afterOf(field, edit);
    return edit === undefined || change === null ? [] : [{ field, edit, change }];
  });
  const reset = planned.filter(({ edit }) => edit === RESET);
  const sent = planned.filter(({ edit }) => edit !== RESET);
  const changes = Object.fromEntries(planned.map(({ field, change }) => [field.name, change]));
  const input = Object.fromEntries(
    sent.map(({ field, edit, change }) => [
      field.name,
      field.secret && typeof edit === 'string' ? edit : change.after,
    ]),
  );
  // Null means no change in a PATCH. A reset sends null if the initial value is null.
  const emptied = sent.filter(({ change }) => change.after === null);
  if (emptied.every(({ field }) => field.first_value === null)) {
    const names = [...reset, ...emptied].map(({ field }) => field.name);
    const named = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
    return {
      how: 'patch',
      changes,
      input: { ...named, ...(names.length > 0 && { reset: names }) },
    };
  }
  // A POST resets omitted fields, so it names every value to keep.
  const whole = Object.fromEntries(section.fields.map(({ name, value }) => [name, value]));
  const back = Object.fromEntries(reset.map(({ field }) => [field.name, field.first_value]));
  return { how: 'replace', changes, input: { ...whole, ...back, ...input } };
}

/** All values of a section with the edits, for a trial request. */
export function wholeOf(section: SectionFacts, edits: Edits): Record<string, unknown> {
  const { changes, input } = planOf(section, edits);
  return Object.fromEntries(
    section.fields.map(({ name, value, secret }) => [
      name,
      name in changes ? (secret ? (input[name] ?? KEPT) : changes[name]?.after) : value,
    ]),
  );
}
