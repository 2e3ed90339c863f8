import { isDeepStrictEqual } from 'node:util';
import {
  attributeNamed,
  isExtension,
  isObject,
  type Resource,
  type ResourceKind,
  targetNamed,
  valueAt,
  withMember,
  withValueAt,
} from './attributes.ts';
import { type Filter, matches, termsIn } from './filter.ts';
import { HABITS } from './habits.ts';
import { parsePath, type Path } from './path.ts';
import { ScimError } from './scim-error.ts';
import { isPrimary, readOne, readValue } from './values.ts';

/** One change of a PATCH (RFC 7644 §3.5.2) at a known place. */
export interface Operation {
  op: 'add' | 'replace' | 'remove';
  path: Path;
  value: unknown;
}

const MAX_OPERATIONS = 500;
/** Of the filters in their paths. Each is compared with up to fifty values. */
const MAX_TERMS = 1_000;

/** @throws ScimError `invalidSyntax`, `invalidPath`, `invalidFilter`, `mutability`, `noTarget`, `tooMany` */
export function readOperations(kind: ResourceKind, body: unknown): Operation[] {
  const given = isObject(body)
    ? Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
    : undefined;
  if (!Array.isArray(given)) throw new ScimError('invalidSyntax', 'Operations must be an array.');
  if (given.length > MAX_OPERATIONS)
    throw new ScimError('tooMany', `A request may have ${MAX_OPERATIONS} operations.`);
  const operations = given.flatMap((one: unknown) => readOperation(kind, one));
  const terms = operations.reduce(
    (sum, { path: { filter } }) => sum + (filter === null ? 0 : termsIn(filter)),
    0,
  );
  if (terms > MAX_TERMS)
    throw new ScimError(
      'tooMany',
      `The filters in the paths of a request may have ${MAX_TERMS} terms together.`,
    );
  return operations;
}

function readOperation(kind: ResourceKind, given: unknown): Operation[] {
  if (!isObject(given)) throw new ScimError('invalidSyntax', 'An operation must be an object.');
  const {
    op: named,
    path,
    value,
  } = Object.fromEntries(Object.entries(given).map(([name, one]) => [name.toLowerCase(), one]));
  const op = HABITS.operationName(named);
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError('invalidSyntax', 'op must be add, replace or remove.');
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw new ScimError('invalidPath', 'path must be a text.');
    return atPath(kind, op, path, value);
  }
  if (op === 'remove') throw new ScimError('noTarget', 'remove needs a path.');
  if (!isObject(value)) throw new ScimError('invalidValue', 'Without a path, value must be an object.');
  return Object.entries(value).flatMap(([name, one]) => {
    if (HABITS.isRepeated(name)) return [];
    // Other names are ignored, as in a whole resource.
    const target = targetNamed(kind, HABITS.attributeIn(name));
    const isWritten =
      isExtension(kind, name) || (target !== null && target.attribute.mutability !== 'readOnly');
    return isWritten ? atPath(kind, op, name, one) : [];
  });
}

function atPath(kind: ResourceKind, op: Operation['op'], text: string, value: unknown): Operation[] {
  const path = parsePath(kind, text);
  if (path === 'extension') {
    const { schema = '', attributes = [] } = kind.extension ?? {};
    const members = isObject(value)
      ? Object.entries(value).filter(([name]) => attributeNamed(attributes, name) !== null)
      : attributes.map(({ name }): [string, unknown] => [name, undefined]);
    return members.flatMap(([name, one]) => atPath(kind, op, `${schema}:${name}`, one));
  }
  const { target, sub } = path;
  if (target.attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    throw new ScimError('mutability', `${text.slice(0, 100)} cannot be changed.`);
  return [{ op, path, value }];
}

/** The resource after a change. @throws ScimError `invalidValue`, `noTarget` */
export function applied(resource: Resource, { op, path, value }: Operation): Resource {
  const { target, filter, sub } = path;
  const { attribute } = target;
  const before = valueAt(resource, target);
  const to = (after: unknown) => withValueAt(resource, target, after);
  if (attribute.multiValued === true)
    return to(someOf(severalAfter(Array.isArray(before) ? before : [], { op, path, value })));
  if (op === 'remove') return to(sub === null ? undefined : without(before, sub.name));
  if (sub !== null) return to(someIn(withMember(Object(before), sub.name, readValue(sub, value))));
  const given = readValue({ ...attribute, required: true }, value);
  const merges = filter === null && isObject(before) && isObject(given);
  return to(merges ? { ...before, ...given } : given);
}

/** The values of a multi-valued attribute after a change. */
function severalAfter(before: readonly unknown[], { op, path, value }: Operation): unknown[] {
  const { target, filter, sub } = path;
  const { attribute } = target;
  const meant = new Set(before.filter((one) => filter === null || (isObject(one) && matches(filter, one))));
  const isMeant = (one: unknown) => meant.has(one);
  if (op === 'remove') {
    if (sub !== null)
      return before.map((one) => (isMeant(one) ? without(one, sub.name) : one)).filter(isSome);
    const listed = filter === null ? HABITS.removedValues(value) : null;
    return before.filter((one) =>
      listed === null ? !isMeant(one) : !(isObject(one) && listed.includes(String(one['value']))),
    );
  }
  if (filter === null && sub === null) {
    const given = readValue(attribute, value);
    const all: unknown[] = Array.isArray(given) ? given : [];
    if (op === 'replace') return all;
    const added = all.filter((one) => !before.some((known) => isDeepStrictEqual(known, one)));
    const stays = added.some(isPrimary) ? before.map(notPrimary) : before;
    return limited(attribute.name, [...stays, ...added]);
  }
  const given = sub === null ? readOne(attribute, value) : readValue(sub, value);
  const changed = (one: Resource): Resource =>
    sub === null ? { ...one, ...Object(given) } : withMember(one, sub.name, given);
  const hasNone = !before.some(isMeant);
  if (hasNone && !HABITS.createsMissing) throw new ScimError('noTarget', 'No value matches the path.');
  const all = hasNone ? [...before, impliedBy(filter)] : before;
  const isChanged = (one: unknown): one is Resource =>
    isObject(one) && (hasNone ? one === all.at(-1) : isMeant(one));
  const becomesPrimary = all.some((one) => isChanged(one) && isPrimary(changed(one)));
  return limited(
    attribute.name,
    all.map((one) => (isChanged(one) ? changed(one) : becomesPrimary ? notPrimary(one) : one)).filter(isSome),
  );
}

const MAX_VALUES = 50;

function limited(name: string, values: unknown[]): unknown[] {
  if (values.length > MAX_VALUES)
    throw new ScimError('invalidValue', `${name} may have ${MAX_VALUES} values.`);
  return values;
}

/** The value that a filter describes: `type eq "work"` is `{type: "work"}`. */
function impliedBy(filter: Filter | null): Resource {
  if (filter?.op === 'and') return Object.assign({}, ...filter.filters.map(impliedBy));
  return filter?.op === 'eq' ? { [filter.target.attribute.name]: filter.value } : {};
}

function notPrimary(one: unknown): unknown {
  return isPrimary(one) ? { ...Object(one), primary: false } : one;
}

function without(value: unknown, name: string): Resource | undefined {
  return isObject(value) ? someIn(withMember(value, name, undefined)) : undefined;
}

function someIn(object: Resource): Resource | undefined {
  return isSome(object) ? object : undefined;
}

function isSome(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

function someOf(values: unknown[]): unknown[] | undefined {
  return values.length === 0 ? undefined : values;
}
