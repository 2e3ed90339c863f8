import { timestamp } from '../../lib/clock.ts';
import type { ScimGroupRow, ScimUserRow } from '../../store/engine/schema.ts';
import {
  attributeNamed,
  GROUP,
  isObject,
  type Resource,
  type ResourceKind,
  splitPath,
  targetNamed,
  USER,
  withMember,
} from './attributes.ts';
import { ScimError } from './scim-error.ts';

/** The presentation of resources, and the selection of a part of them (RFC 7644 §3.9). */

/** The part that a request selects: only some attributes, or all except some; neither: all. */
export interface Part {
  attributes: readonly string[];
  excluded: readonly string[];
}

export const WHOLE: Part = { attributes: [], excluded: [] };

export function notFound(): ScimError {
  return new ScimError('notFound', 'There is no such resource.');
}

/** @param ifMatch the header of the request (RFC 9110 §13.1.1) @throws ScimError `preconditionFailed` */
export function assertVersion({ version }: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*' || names(ifMatch, version)) return;
  throw new ScimError('preconditionFailed', 'The resource has changed meanwhile; read it again.');
}

/** Whether a list of tags contains the tag of a version, which compares weakly (RFC 7644 §3.14). */
export function names(tags: string, version: number): boolean {
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`);
}

export function etagOf({ version }: { version: number }): string {
  return `W/"${version}"`;
}

type Row = ScimUserRow | ScimGroupRow;

function metaOf({ name, endpoint }: ResourceKind, row: Row, address: string): Resource {
  return {
    resourceType: name,
    created: `${timestamp(row.created_at)}Z`,
    lastModified: `${timestamp(row.updated_at)}Z`,
    location: `${address}${endpoint}/${row.uid}`,
    version: etagOf(row),
  };
}

/** @param address of the routes of the connection @param groups of the person */
export function presentUser(
  row: ScimUserRow,
  address: string,
  groups: readonly { uid: string; display_name: string }[],
): Resource {
  const { schema, extension } = USER;
  const resource: Resource = JSON.parse(row.resource);
  const urn = extension?.schema ?? '';
  const work = resource[urn];
  const manager = isObject(work) ? work['manager'] : undefined;
  return {
    schemas: isObject(work) ? [schema, urn] : [schema],
    id: row.uid,
    ...resource,
    ...(isObject(work) &&
      isObject(manager) && { [urn]: { ...work, manager: withAddress(manager, address, USER) } }),
    ...(groups.length > 0 && {
      groups: groups.map(({ uid, display_name: display }) => ({
        ...withAddress({ value: uid }, address, GROUP),
        display,
        type: 'direct',
      })),
    }),
    meta: metaOf(USER, row, address),
  };
}

/** @param members their ids; null: they are left out */
export function presentGroup(
  row: ScimGroupRow,
  address: string,
  members: readonly string[] | null,
): Resource {
  return {
    schemas: [GROUP.schema],
    id: row.uid,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.display_name,
    ...(members !== null &&
      members.length > 0 && {
        members: members.map((uid) => ({
          ...withAddress({ value: uid }, address, USER),
          type: 'User',
        })),
      }),
    meta: metaOf(GROUP, row, address),
  };
}

function withAddress(reference: Resource, address: string, { endpoint }: ResourceKind): Resource {
  return { $ref: `${address}${endpoint}/${String(reference['value'])}`, ...reference };
}

/** The selected part of a resource. Unknown names select nothing; `id` and `schemas` are always included. */
export function partOf(kind: ResourceKind, resource: Resource, { attributes, excluded }: Part): Resource {
  if (attributes.length > 0) {
    const always = { schemas: resource['schemas'], id: resource['id'] };
    return attributes.reduce<Resource>((part, name) => merged(part, pick(kind, resource, name)), always);
  }
  return excluded.reduce<Resource>((part, name) => drop(kind, part, name), resource);
}

/** The position of an attribute: the names of the object, the attribute and the sub-attribute that contain it. */
function placeOf(kind: ResourceKind, name: string): string[] | null {
  if (kind.extension?.schema.toLowerCase() === name.toLowerCase()) return [kind.extension.schema];
  const [first = '', sub] = splitPath(name);
  const target = targetNamed(kind, first);
  if (target === null) return null;
  const { below, attribute } = target;
  const found = sub === undefined ? null : attributeNamed(attribute.subAttributes ?? [], sub);
  return [below, attribute.name, found?.name ?? null].filter((one) => one !== null);
}

function pick(kind: ResourceKind, resource: Resource, name: string): Resource {
  const place = placeOf(kind, name);
  return place === null ? {} : Object(picked(resource, place));
}

function picked(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => picked(one, [first, ...rest]));
  if (!isObject(value) || value[first] === undefined) return undefined;
  return { [first]: picked(value[first], rest) };
}

function merged(into: Resource, more: Resource): Resource {
  const all = { ...into };
  for (const [name, value] of Object.entries(more)) {
    const known = all[name];
    all[name] =
      isObject(known) && isObject(value)
        ? merged(known, value)
        : Array.isArray(known) && Array.isArray(value)
          ? known.map((one, place) => ({ ...Object(one), ...Object(value[place]) }))
          : value;
  }
  return all;
}

function drop(kind: ResourceKind, resource: Resource, name: string): Resource {
  const place = placeOf(kind, name);
  return place === null || place[0] === 'id' || place[0] === 'schemas'
    ? resource
    : Object(dropped(resource, place));
}

function dropped(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return undefined;
  if (Array.isArray(value)) return value.map((one) => dropped(one, [first, ...rest]));
  if (!isObject(value) || value[first] === undefined) return value;
  return withMember(value, first, dropped(value[first], rest));
}
