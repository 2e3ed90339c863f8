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

/** Selects a part of resources. Unknown names select nothing; `id` and `schemas` are always included. */
export function selectPart(
  kind: ResourceKind,
  { attributes, excluded }: Part,
): (resource: Resource) => Resource {
  const keeps = attributes.length > 0;
  // Found once for all resources, and each once: a request can name thousands.
  const places = placesOf(kind, keeps ? attributes : excluded);
  for (const name of ['schemas', 'id'])
    if (keeps) places.set(name, WITH_ALL);
    else places.delete(name);
  return (resource) => Object(keeps ? kept(resource, places) : left(resource, places));
}

/** Attributes, each with those below it that are meant. */
type Places = Map<string, Places | typeof WITH_ALL>;
const WITH_ALL = 'all';

function placesOf(kind: ResourceKind, selected: readonly string[]): Places {
  const places: Places = new Map();
  for (const name of selected) {
    const [last, ...above] = placeOf(kind, name).toReversed();
    let at: Places | typeof WITH_ALL = places;
    for (const one of above.toReversed()) {
      const below: Places | typeof WITH_ALL = at.get(one) ?? new Map();
      at.set(one, below);
      at = below;
      if (at === WITH_ALL) break;
    }
    if (last !== undefined && at !== WITH_ALL) at.set(last, WITH_ALL);
  }
  return places;
}

/** The names of the object, the attribute and the sub-attribute that contain an attribute; none if it is unknown. */
function placeOf(kind: ResourceKind, name: string): string[] {
  if (kind.extension?.schema.toLowerCase() === name.toLowerCase()) return [kind.extension.schema];
  const [first = '', sub] = splitPath(name);
  const target = targetNamed(kind, first);
  if (target === null) return [];
  const { below, attribute } = target;
  const found = sub === undefined ? null : attributeNamed(attribute.subAttributes ?? [], sub);
  return [below, attribute.name, found?.name ?? null].filter((one) => one !== null);
}

function kept(value: unknown, places: Places | typeof WITH_ALL): unknown {
  if (places === WITH_ALL) return value;
  if (Array.isArray(value)) return value.map((one) => kept(one, places));
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    [...places].flatMap(([name, below]) =>
      value[name] === undefined ? [] : [[name, kept(value[name], below)]],
    ),
  );
}

function left(value: unknown, places: Places | typeof WITH_ALL): unknown {
  if (places === WITH_ALL) return undefined;
  if (Array.isArray(value)) return value.map((one) => left(one, places));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const below = places.get(name);
      return [name, below === undefined ? one : left(one, below)];
    }),
  );
}
