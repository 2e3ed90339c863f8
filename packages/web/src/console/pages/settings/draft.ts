/** The service's description of a field, as far as the form needs it. */
export interface FieldFacts {
  name: string;
  type: string;
  items: string | null;
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

/** The edit of a field: typed, switched, reset, or its secret removed. */
export type Edit = string | boolean | typeof RESET | typeof REMOVE;
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
  if (Array.isArray(value)) return value.map(lineOf).join('\n');
  if (typeof value === 'object' && !Object.values(value).every((one) => typeof one === 'string'))
    return JSON.stringify(value, null, 2);
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${String(one)}`)
      .join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The content of an input in the form of the API. Invalid content is sent unchanged, so that the service
 * reports the error.
 */
export function valueOf({ type, items, nullable }: FieldFacts, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed;
  const text = typed.trim();
  if (nullable && text === '') return null;
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  if (type === 'array' && items === 'object') return lines.map(pair).map(([label, url]) => ({ label, url }));
  if (type === 'array') return lines;
  if (type === 'object' && text.startsWith('{')) return jsonOf(text);
  if (type === 'object') return Object.fromEntries(lines.map(pair));
  return typed;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A link is written as its label and its address. */
export function lineOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  return Object.values(item).map(String).join(': ');
}

function pair(line: string): [string, string] {
  const [, name = line, value = ''] = /^([^:=]+)[:=](.*)$/.exec(line) ?? [];
  return [name.trim(), value.trim()];
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
  return same(before, after) ? null : { before, after };
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
