import {
  type Attribute,
  attributeNamed,
  isExtension,
  type ResourceKind,
  type Target,
  splitPath,
  targetNamed,
} from './attributes.ts';
import { type Filter, parseValueFilter } from './filter.ts';
import { ScimError } from './scim-error.ts';

/** The target of a PATCH (RFC 7644 §3.5.2): an attribute, its values that match, or a sub-attribute of these. */
export interface Path {
  target: Target;
  filter: Filter | null;
  sub: Attribute | null;
}

const MAX_LENGTH = 1_000;
const FORM = /^([^[\]]+)(?:\[(.*)\])?(?:\.([^[\].]+))?$/s;

/** @returns the path; `extension` for the name of the extension itself @throws ScimError `invalidPath`, `invalidFilter` */
export function parsePath(kind: ResourceKind, text: string): Path | 'extension' {
  if (isExtension(kind, text)) return 'extension';
  const [, name = '', filter, after] = text.length > MAX_LENGTH ? [] : (FORM.exec(text) ?? []);
  const [first = '', sub = after, ...more] = filter === undefined ? splitPath(text) : [name, after];
  const target = more.length > 0 ? null : targetNamed(kind, first);
  if (target === null) throw unknownPath(text);
  const { attribute } = target;
  const subAttribute = sub === undefined ? null : attributeNamed(attribute.subAttributes ?? [], sub);
  if (sub !== undefined && subAttribute === null) throw unknownPath(text);
  if (filter !== undefined && attribute.multiValued !== true) throw unknownPath(text);
  return {
    target,
    filter: filter === undefined ? null : parseValueFilter(attribute, filter),
    sub: subAttribute,
  };
}

function unknownPath(text: string): ScimError {
  return new ScimError('invalidPath', `There is nothing to change at ${text.slice(0, 100)}.`);
}
