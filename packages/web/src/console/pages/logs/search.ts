/** The search language for records: words, and terms such as `status_code:404`. */

type Comparison = 'has' | '=' | '>' | '>=' | '<' | '<=';

/** One condition. A record must match all of them. */
export interface Term {
  /** Whether the record must not match it. */
  not: boolean;
  /** A field, also one of the metadata; null: anywhere in the record. */
  key: string | null;
  compare: Comparison;
  /** In lower case; one of them is enough. */
  values: readonly string[];
}

/** The fields of a record that the search uses. */
export interface Searched {
  fields: Readonly<Record<string, unknown>>;
  /** All values in lower case. */
  text: string;
}

/**
 * A minus, a field and a colon, and a word or a text in quotes. A quoted text without its closing quote reaches
 * to the end.
 */
const TOKEN = /(-)?(?:([a-z_][\w.]*):(?!\/\/)(>=|<=|[=<>])?)?("(?:[^"\\]|\\.)*"?|\S+)?/giy;

/** Names of fields for people. */
const ALIASES: Readonly<Record<string, string>> = {
  status: 'status_code',
  ip: 'client_ip',
  account: 'account_id',
  session: 'session_id',
  request: 'request_id',
  agent: 'user_agent',
  duration: 'duration_ms',
};

/** Incomplete parts, such as `level:`, are ignored. */
export function parseSearch(text: string): Term[] {
  const terms: Term[] = [];
  const trimmed = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const [whole = '', minus, key, comparison, value = ''] = TOKEN.exec(trimmed) ?? [];
    // A space, or a character that does not begin a term.
    if (whole === '') {
      TOKEN.lastIndex += 1;
      continue;
    }
    const values = valuesOf(value, key !== undefined);
    if (values.length === 0) continue;
    terms.push({
      not: minus !== undefined,
      key: key === undefined ? null : nameOf(key),
      compare: isComparison(comparison) ? comparison : 'has',
      values,
    });
  }
  return terms;
}

function nameOf(key: string): string {
  const name = key.toLowerCase();
  return ALIASES[name] ?? name;
}

function valuesOf(value: string, ofField: boolean): string[] {
  if (value.startsWith('"'))
    return [value.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1').toLowerCase()].filter((one) => one !== '');
  return (ofField ? value.split(',') : [value]).map((one) => one.toLowerCase()).filter((one) => one !== '');
}

function isComparison(text: string | undefined): text is Comparison {
  return text !== undefined;
}

/** @returns a test for records */
export function createSearch(terms: readonly Term[]): (record: Searched) => boolean {
  return (record) => terms.every((term) => meets(record, term) !== term.not);
}

function meets(record: Searched, { key, compare, values }: Term): boolean {
  if (key === null) return values.some((value) => record.text.includes(value));
  const found = fieldsOf(record.fields, key);
  // Lines of text have no such fields, so the term is searched as a text with a colon.
  if (found.length === 0 && !('event' in record.fields))
    return values.some((value) => record.text.includes(`${key}:${value}`));
  return found.some((field) => values.some((value) => agrees(field, compare, value)));
}

/** The field of the record, of its metadata, or of a change in its metadata. */
function fieldsOf(fields: Readonly<Record<string, unknown>>, key: string): unknown[] {
  const { metadata } = fields;
  return [at(fields, key), at(metadata, key)].filter((value) => value !== undefined);
}

/** @param path names separated by dots */
function at(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = Object.entries(value).find(([name]) => name.toLowerCase() === path);
  if (entry !== undefined) return entry[1];
  const point = path.indexOf('.');
  if (point === -1) return undefined;
  return at(at(value, path.slice(0, point)), path.slice(point + 1));
}

/** `4xx` matches all statuses from 400 to 499. */
const CLASS = /^([1-5])xx$/;

function agrees(field: unknown, compare: Comparison, value: string): boolean {
  if (compare === 'has' && value === '*') return field !== null;
  const text = (typeof field === 'string' ? field : (JSON.stringify(field) ?? '')).toLowerCase();
  if (compare === '=') return text === value;
  if (compare !== 'has') return typeof field === 'number' && isOrdered(field, compare, Number(value));
  const [, first] = CLASS.exec(value) ?? [];
  if (typeof field === 'number')
    return text === value || (first !== undefined && Math.floor(field / 100) === Number(first));
  // For a text, a part is enough; null and true must be equal.
  return typeof field === 'boolean' || field === null ? text === value : text.includes(value);
}

function isOrdered(field: number, compare: Comparison, value: number): boolean {
  if (compare === '>') return field > value;
  if (compare === '>=') return field >= value;
  return compare === '<' ? field < value : field <= value;
}

/** Adds a term to the search, or removes it if it is already there. */
export function toggleTerm(text: string, term: string): string {
  const parts = text.trim() === '' ? [] : text.trim().split(/\s+/);
  return (parts.includes(term) ? parts.filter((part) => part !== term) : [...parts, term]).join(' ');
}

/** The term for a field and its value. */
export function termOf(key: string, value: string | number | boolean | null): string {
  const text = String(value);
  return `${key}:${/[\s",]/.test(text) ? JSON.stringify(text) : text}`;
}
