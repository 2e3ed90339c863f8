import { parse, type Filter as Parsed } from 'scim2-parse-filter';
import {
  type Attribute,
  attributeNamed,
  isObject,
  type Resource,
  type ResourceKind,
  splitPath,
  targetNamed,
  type Target,
  valueAt,
} from './attributes.ts';
import { HABITS } from './habits.ts';
import { ScimError } from './scim-error.ts';

/** Far more than providers send. The parser recurses for each bracket and each `not`. */
const MAX_LENGTH = 1_000;
const MAX_GROUPS = 10;
const MAX_TERMS = 50;

type Value = string | number | boolean | null;
type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** A filter (RFC 7644 §3.4.2.2) with known names. `inside` applies to a single value of a multi-valued attribute. */
export type Filter =
  | { op: 'and' | 'or'; filters: readonly Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: 'inside'; target: Target; filter: Filter }
  | { op: 'pr'; target: Target; sub: Attribute | null }
  | { op: Comparison; target: Target; sub: Attribute | null; value: Value };

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** @throws ScimError `invalidFilter` */
export function parseFilter(kind: ResourceKind, text: string): Filter {
  const { parsed, texts } = parsedOf(text);
  return resolve(parsed, texts, (path) => {
    const [name = '', sub, ...more] = splitPath(path);
    const target =
      more.length === 0 ? (targetNamed(kind, name) ?? targetNamed(kind, HABITS.qualified(kind, name))) : null;
    if (target === null) throw unknownAttribute(path);
    return { target, sub: subOf(target.attribute, sub) };
  });
}

/** A filter of the values of one attribute, as in paths: `type eq "work"`. @throws ScimError `invalidFilter` */
export function parseValueFilter(attribute: Attribute, text: string): Filter {
  const { parsed, texts } = parsedOf(text);
  return resolve(parsed, texts, (path) => ({ target: subTarget(attribute, path), sub: null }));
}

/**
 * Parses the structure of a filter. Its texts are replaced before parsing: the parser does not unescape `\\` in them,
 * and fails at one before the closing quote.
 */
function parsedOf(text: string): { parsed: Parsed; texts: string[] } {
  if (text.length > MAX_LENGTH) throw invalid(`may have ${MAX_LENGTH} characters`);
  const texts: string[] = [];
  const bare = text.replaceAll(QUOTED, (quoted) => {
    const value = textIn(quoted);
    if (value === null) throw invalid('has a text that cannot be read');
    texts.push(value);
    return `"${texts.length - 1}"`;
  });
  const spelled = bare.replaceAll(/\b(?:true|false|null)\b/gi, (word) => word.toLowerCase());
  if ((bare.match(/[([]|\bnot\b/gi)?.length ?? 0) > MAX_GROUPS)
    throw invalid(`may have ${MAX_GROUPS} brackets`);
  if ((bare.match(/\b(?:and|or)\b/gi)?.length ?? 0) >= MAX_TERMS)
    throw invalid(`may have ${MAX_TERMS} terms`);
  try {
    return { parsed: parse(spelled), texts };
  } catch {
    throw invalid('cannot be read');
  }
}

/** A JSON text; null if it is not well-formed, or contains a NUL, which PostgreSQL cannot compare. */
function textIn(quoted: string): string | null {
  try {
    const text = String(JSON.parse(quoted));
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

type Find = (path: string) => { target: Target; sub: Attribute | null };

function resolve(parsed: Parsed, texts: readonly string[], find: Find): Filter {
  if ('filters' in parsed)
    return { op: parsed.op, filters: parsed.filters.map((one) => resolve(one, texts, find)) };
  if (parsed.op === 'not') return { op: 'not', filter: resolve(parsed.filter, texts, find) };
  if (parsed.op === '[]') {
    const { target } = find(parsed.attrPath);
    const within: Find = (path) => ({ target: subTarget(target.attribute, path), sub: null });
    return { op: 'inside', target, filter: resolve(parsed.valFilter, texts, within) };
  }
  if (parsed.op === 'pr') return { op: 'pr', ...find(parsed.attrPath) };
  const { op, compValue: value } = parsed;
  const known = typeof value === 'string' ? (texts[Number(value)] ?? '') : value;
  return { op, ...find(parsed.attrPath), value: known };
}

function subTarget(attribute: Attribute, path: string): Target {
  const sub = attributeNamed(attribute.subAttributes ?? [], path);
  if (sub === null) throw unknownAttribute(path);
  return { below: null, attribute: sub };
}

/** The sub-attribute with a name; without a name, `value`, which represents the whole (RFC 7644 §3.5.2). */
function subOf({ subAttributes = [] }: Attribute, name: string | undefined): Attribute | null {
  if (name === undefined) return attributeNamed(subAttributes, 'value');
  const sub = attributeNamed(subAttributes, name);
  if (sub === null) throw unknownAttribute(name);
  return sub;
}

/** The number of comparisons of a filter. */
export function termsIn(filter: Filter): number {
  if ('filters' in filter) return filter.filters.reduce((sum, one) => sum + termsIn(one), 0);
  return 'filter' in filter ? termsIn(filter.filter) : 1;
}

/** Whether a resource, or one value of an attribute, matches. */
export function matches(filter: Filter, resource: Resource): boolean {
  if ('filters' in filter) {
    const isMatch = (one: Filter) => matches(one, resource);
    return filter.op === 'and' ? filter.filters.every(isMatch) : filter.filters.some(isMatch);
  }
  if (filter.op === 'not') return !matches(filter.filter, resource);
  if (filter.op === 'inside')
    return listOf(valueAt(resource, filter.target)).some(
      (one) => isObject(one) && matches(filter.filter, one),
    );
  const values = valuesOf(resource, filter);
  if (filter.op === 'pr') return values.length > 0;
  if (filter.value === null && filter.op === 'eq') return values.length === 0;
  if (filter.op === 'ne') return !values.some((one) => compare('eq', one, filter));
  const { op } = filter;
  return values.some((one) => compare(op, one, filter));
}

type Named = { target: Target; sub: Attribute | null };

function valuesOf(resource: Resource, { target, sub }: Named): unknown[] {
  const values = listOf(valueAt(resource, target));
  return sub === null ? values : values.flatMap((one) => (isObject(one) ? listOf(one[sub.name]) : []));
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

const COMPARISONS: Record<Exclude<Comparison, 'ne'>, (found: string, asked: string) => boolean> = {
  eq: (found, asked) => found === asked,
  co: (found, asked) => found.includes(asked),
  sw: (found, asked) => found.startsWith(asked),
  ew: (found, asked) => found.endsWith(asked),
  gt: (found, asked) => found > asked,
  ge: (found, asked) => found >= asked,
  lt: (found, asked) => found < asked,
  le: (found, asked) => found <= asked,
};

function compare(
  op: keyof typeof COMPARISONS,
  found: unknown,
  { target, sub, value }: Named & { value: Value },
): boolean {
  const attribute = sub ?? target.attribute;
  const [one, asked] = [comparable(attribute, found), comparable(attribute, value)];
  return one !== undefined && asked !== undefined && COMPARISONS[op](one, asked);
}

/** The form in which values of an attribute compare and sort. */
export function comparable({ type, caseExact }: Attribute, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = String(value);
  if (type === 'dateTime') {
    const time = Date.parse(text);
    return Number.isNaN(time) ? undefined : new Date(time).toISOString();
  }
  return caseExact === true ? text : text.toLowerCase();
}

/**
 * The value that a filter requires of an attribute of the core, so that an index can be used; null if there is none.
 */
export function requiredValue(filter: Filter, name: string): string | null {
  if (filter.op === 'and')
    return filter.filters.map((one) => requiredValue(one, name)).find((one) => one !== null) ?? null;
  if (filter.op !== 'eq' || filter.target.below !== null || filter.target.attribute.name !== name)
    return null;
  return typeof filter.value === 'string' ? filter.value : null;
}

/** Whether a filter asks about an attribute of the core. */
export function asksAbout(filter: Filter, name: string): boolean {
  if ('filters' in filter) return filter.filters.some((one) => asksAbout(one, name));
  if (filter.op === 'not') return asksAbout(filter.filter, name);
  return filter.target.below === null && filter.target.attribute.name === name;
}

function unknownAttribute(path: string): ScimError {
  return new ScimError('invalidFilter', `There is no attribute ${path.slice(0, 100)}.`);
}

function invalid(problem: string): ScimError {
  return new ScimError('invalidFilter', `The filter ${problem}.`);
}
