import { setImmediate } from 'node:timers/promises';
import { isObject, type Resource, type ResourceKind, splitPath, targetNamed, valueAt } from './attributes.ts';
import { comparable, type Filter, matches, parseFilter } from './filter.ts';
import { ScimError } from './scim-error.ts';
import { isPrimary } from './values.ts';

/** The parameters of a list (RFC 7644 §3.4.2, RFC 9865). */
export interface ListRequest {
  filter?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  startIndex?: number | undefined;
  count?: number | undefined;
  /** Empty: from the beginning. Undefined: by index. */
  cursor?: string | undefined;
}

export interface ListAnswer<Row> {
  total: number;
  rows: Row[];
  startIndex: number;
  /** Undefined at the end, and for paging by index. */
  nextCursor: string | undefined;
}

export const PAGE = 100;
export const MAX_PAGE = 200;
/** A filter without an index, or an order, reads all resources in parts of this size; each can have 64 KiB. */
const SCANNED_AT_ONCE = 50;
/** A page ends after the row with which its resources have this number of characters (RFC 7644 §3.4.2.4 allows less). */
const MAX_PAGE_LENGTH = 1_000_000;
const MAX_SORTED = 100_000;

/** The source of the resources of a list. */
export interface Source<Row extends { id: number; resource?: string }> {
  kind: ResourceKind;
  count(): Promise<number>;
  pageAfter(after: number, limit: number, offset?: number): Promise<Row[]>;
  byIds(ids: readonly number[]): Promise<Row[]>;
  /** The rows in which an index finds the matches of a filter; null: no index applies. */
  narrowed(filter: Filter): Promise<Row[] | null>;
  /** The resource that filters and orders are applied to. */
  resourceOf(row: Row, filter: Filter | null): Resource | Promise<Resource>;
}

interface Place {
  id: number;
  key: string;
}

/** @throws ScimError `invalidFilter`, `invalidValue`, `invalidCursor`, `tooMany` */
export async function listOf<Row extends { id: number; resource?: string }>(
  source: Source<Row>,
  request: ListRequest,
): Promise<ListAnswer<Row>> {
  const { filter: text = '', sortBy = '', cursor } = request;
  const limit = Math.min(Math.max(request.count ?? PAGE, 0), MAX_PAGE);
  const startIndex = Math.max(request.startIndex ?? 1, 1);
  if (text === '' && sortBy === '') {
    const total = await source.count();
    const [after, offset] = cursor === undefined ? [0, startIndex - 1] : [placeIn(cursor).id, 0];
    // One more row shows whether there is a next page.
    const found = limit === 0 ? [] : await source.pageAfter(after, limit + 1, offset);
    const rows = cut(found.slice(0, limit));
    const last = rows.at(-1);
    const nextCursor =
      cursor === undefined || found.length <= rows.length || last === undefined
        ? undefined
        : cursorOf({ id: last.id, key: '' });
    return { total, rows, startIndex, nextCursor };
  }
  const filter = text === '' ? null : parseFilter(source.kind, text);
  const places = await scan(source, filter, keyOf(source.kind, sortBy));
  const order = sortBy !== '' && request.sortOrder?.toLowerCase() === 'descending' ? -1 : 1;
  places.sort((a, b) => order * compare(a, b));
  const start = cursor === undefined ? startIndex - 1 : firstAfter(places, placeIn(cursor), order);
  const page = places.slice(start, start + limit);
  const byId = new Map((await source.byIds(page.map(({ id }) => id))).map((row) => [row.id, row]));
  const rows = cut(page.flatMap(({ id }) => byId.get(id) ?? []));
  const last = page.find(({ id }) => id === rows.at(-1)?.id);
  const isMore = cursor !== undefined && last !== undefined && last !== places.at(-1);
  return {
    total: places.length,
    rows,
    startIndex,
    nextCursor: isMore ? cursorOf(last) : undefined,
  };
}

/** The first rows, at least one, that fit in a page. */
function cut<Row extends { resource?: string }>(rows: readonly Row[]): Row[] {
  let length = 0;
  const end = rows.findIndex(({ resource = '' }) => (length += resource.length) > MAX_PAGE_LENGTH);
  return end === -1 ? [...rows] : rows.slice(0, Math.max(1, end));
}

async function scan<Row extends { id: number; resource?: string }>(
  source: Source<Row>,
  filter: Filter | null,
  keyIn: (resource: Resource) => string,
): Promise<Place[]> {
  const places: Place[] = [];
  const take = async (rows: readonly Row[]) => {
    for (const row of rows) {
      const resource = await source.resourceOf(row, filter);
      if (filter === null || matches(filter, resource)) places.push({ id: row.id, key: keyIn(resource) });
    }
  };
  const narrowed = filter === null ? null : await source.narrowed(filter);
  if (narrowed !== null) {
    await take(narrowed);
    return places;
  }
  for (let after = 0, isMore = true; isMore;) {
    const rows = await source.pageAfter(after, SCANNED_AT_ONCE);
    await take(rows);
    if (places.length > MAX_SORTED) throw new ScimError('tooMany', 'The filter matches too much; narrow it.');
    after = rows.at(-1)?.id ?? 0;
    isMore = rows.length === SCANNED_AT_ONCE;
    // Others have their turn between the parts.
    await setImmediate();
  }
  return places;
}

/** The value by which resources are sorted; of several values the primary or the first one (RFC 7644 §3.4.2.3). */
function keyOf(kind: ResourceKind, sortBy: string): (resource: Resource) => string {
  if (sortBy === '') return () => '';
  const [name = '', sub] = splitPath(sortBy);
  const target = targetNamed(kind, name);
  const { subAttributes = [] } = target?.attribute ?? {};
  const within = subAttributes.find((one) => one.name.toLowerCase() === (sub ?? 'value').toLowerCase());
  const attribute =
    target === null || (sub !== undefined && within === undefined) ? null : (within ?? target.attribute);
  if (target === null || attribute === null)
    throw new ScimError('invalidValue', `There is no attribute ${sortBy.slice(0, 100)} to sort by.`);
  return (resource) => {
    const value = valueAt(resource, target);
    const one: unknown = Array.isArray(value) ? (value.find(isPrimary) ?? value[0]) : value;
    const found = within === undefined ? one : isObject(one) ? one[within.name] : undefined;
    // Resources without a value come last (RFC 7644 §3.4.2.3).
    return comparable(attribute, found) ?? '\u{10FFFF}';
  };
}

function compare(a: Place, b: Place): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id - b.id;
}

function firstAfter(places: readonly Place[], cursor: Place, order: number): number {
  if (cursor.id === 0) return 0;
  const found = places.findIndex((place) => order * compare(place, cursor) > 0);
  return found === -1 ? places.length : found;
}

function cursorOf({ id, key }: Place): string {
  return Buffer.from(JSON.stringify([id, key])).toString('base64url');
}

/** @throws ScimError `invalidCursor` */
function placeIn(cursor: string): Place {
  if (cursor === '') return { id: 0, key: '' };
  try {
    const [id, key]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Number.isSafeInteger(id) && typeof key === 'string') return { id: Number(id), key };
  } catch {
    // Refused below.
  }
  throw new ScimError('invalidCursor', 'The cursor is not one of this list.');
}
