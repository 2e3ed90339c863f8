import { isPlainText } from '../../lib/text.ts';
import {
  type Attribute,
  attributeNamed,
  isExtension,
  isObject,
  type Resource,
  type ResourceKind,
  targetNamed,
  withValueAt,
} from './attributes.ts';
import { HABITS } from './habits.ts';
import { ScimError } from './scim-error.ts';

/** In bytes; PostgreSQL indexes no much longer text. */
const MAX_TEXT = 1_024;
/** The maximum number of values of one attribute of a person. */
const MAX_VALUES = 50;

/**
 * The resource of a body, with the attributes that can be written. Other attributes are ignored (RFC 7643 §2.2, RFC
 * 7644 §3.3).
 * @throws ScimError `invalidSyntax`, `invalidValue`
 */
export function readResource(kind: ResourceKind, body: unknown): Resource {
  if (!isObject(body)) throw new ScimError('invalidSyntax', 'The body must be an object.');
  let resource: Resource = {};
  const extension = Object.entries(body).flatMap(([name, value]) =>
    isExtension(kind, name) && isObject(value)
      ? Object.entries(value).map(([sub, one]): [string, unknown] => [`${name}:${sub}`, one])
      : [],
  );
  for (const [name, value] of [...Object.entries(body), ...extension]) {
    const target = targetNamed(kind, name);
    if (target === null || target.attribute.mutability === 'readOnly') continue;
    resource = withValueAt(resource, target, readValue(target.attribute, value));
  }
  assertComplete(kind, resource);
  return resource;
}

/** @throws ScimError `invalidValue` for a resource that lacks a required attribute */
export function assertComplete({ attributes }: ResourceKind, resource: Resource): void {
  const missing = attributes.find(({ name, required }) => required === true && resource[name] === undefined);
  if (missing !== undefined) throw new ScimError('invalidValue', `${missing.name} is required.`);
}

/** The value of an attribute in its canonical form; undefined if there is none. @throws ScimError `invalidValue` */
export function readValue(attribute: Attribute, value: unknown): unknown {
  if (HABITS.isNone(value)) return undefined;
  if (attribute.multiValued !== true) return readOne(attribute, value);
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const read = all.map((one) => readOne(attribute, one)).filter((one) => one !== undefined);
  if (read.length === 0) return undefined;
  if (attribute.name !== 'members' && read.length > MAX_VALUES)
    throw refused(attribute, `may have ${MAX_VALUES} values`);
  if (read.filter(isPrimary).length > 1) throw refused(attribute, 'may have one primary value');
  return read;
}

/** A single value of an attribute. */
export function readOne(attribute: Attribute, value: unknown): unknown {
  if (attribute.type === 'complex') return readComplex(attribute, HABITS.complex(HABITS.single(value)));
  const one = HABITS.scalar(value);
  if (attribute.type === 'boolean') {
    const flag = HABITS.boolean(one);
    if (typeof flag !== 'boolean') throw refused(attribute, 'must be true or false');
    return flag;
  }
  if (HABITS.isNone(one)) return undefined;
  if (
    typeof one !== 'string' ||
    Buffer.byteLength(one) > MAX_TEXT ||
    !isPlainText(one.replaceAll(/[\r\n\t]/g, ' '))
  )
    throw refused(attribute, `must be a text of at most ${MAX_TEXT} bytes`);
  return one;
}

function readComplex(attribute: Attribute, value: unknown): Resource | undefined {
  if (!isObject(value)) throw refused(attribute, 'must be an object');
  const read: Resource = {};
  for (const [name, given] of Object.entries(value)) {
    const sub = attributeNamed(attribute.subAttributes ?? [], name);
    if (sub === null || sub.mutability === 'readOnly') continue;
    const one = readValue(sub, given);
    if (one !== undefined) read[sub.name] = one;
  }
  return Object.keys(read).length === 0 ? undefined : read;
}

export function isPrimary(value: unknown): boolean {
  return isObject(value) && value['primary'] === true;
}

function refused({ name }: Attribute, message: string): ScimError {
  return new ScimError('invalidValue', `${name} ${message}.`);
}
