import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { comparesRows } from '../engine/dialect.ts';
import type { Page, PageRequest, Place } from './lists.ts';
import type { Schema } from '../engine/schema.ts';

/** The index that a list is read along: the column of the order, followed by the id. */
export interface Entries {
  table:
    | 'accounts'
    | 'sessions'
    | 'codes'
    | 'provider_links'
    | 'invitations'
    | 'api_keys'
    | 'webhooks'
    | 'deliveries'
    | 'applications'
    | 'organizations'
    | 'memberships'
    | 'scim_requests'
    | 'organization_invitations';
  column: string;
  /** The column that identifies a row in this index; `id` by default. */
  id?: 'id' | 'organization_id';
  /** A condition on the columns of the index that precede the column of the order. */
  lead?: RawBuilder<SqlBool> | undefined;
  /** The values of the order. */
  range?: Range | undefined;
  /** A condition on each entry, preferably on columns of the index. No other index may be used for it. */
  filter?: RawBuilder<SqlBool> | undefined;
}

/** From the first number (inclusive) to the second (exclusive). */
export interface Range {
  from: number;
  to: number;
}

type Direction = 'asc' | 'desc';

/** How a page is read: `walk` is the direction of the scan, `order` the order of the returned rows. */
export interface PageWindow {
  offset: number;
  limit: number;
  walk: Direction;
  order: Direction;
}

/** The place of a page, counted from the nearer end of the list, because skipping takes time; null past the end. */
export function pageWindow({ page, limit, descending }: PageRequest, total: number): PageWindow | null {
  const offset = (page - 1) * limit;
  if (offset >= total) return null;
  const order = descending ? 'desc' : 'asc';
  const rows = Math.min(limit, total - offset);
  const after = total - offset - rows;
  if (offset <= after) return { offset, limit: rows, walk: order, order };
  return { offset: after, limit: rows, walk: descending ? 'asc' : 'desc', order };
}

/**
 * A page of the entries, read by their ids.
 * @param read returns the rows of at most a page of ids, in any order
 */
export async function pageAlong<Row extends { id: number }>(
  db: Kysely<Schema>,
  entries: Entries,
  { total, ...request }: PageRequest & { total: number },
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { after = null, limit, descending } = request;
  const order: Direction = descending ? 'desc' : 'asc';
  const window = after === null ? pageWindow(request, total) : { offset: 0, limit, walk: order, order };
  if (window === null) return { total, rows: [], next: null };
  const { offset, walk } = window;
  if (walk === window.order) {
    // Reads one more, to know whether there is a next page.
    const found = await placesAlong(db, entries, { offset, limit: window.limit + 1, walk, after });
    return { total, ...(await readPage(found, window.limit, read)) };
  }
  const found = await placesAlong(db, entries, { offset, limit: window.limit, walk, after });
  const page = await readPage(found.toReversed(), limit, read);
  return { total, rows: page.rows, next: offset === 0 ? null : (found[0] ?? null) };
}

/** Cuts a page out of places that another query has found. */
export async function pageOf<Row extends { id: number }>(
  found: readonly Place[],
  { page, after = null, limit, descending }: PageRequest,
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const sign = descending ? -1 : 1;
  const sorted = found.map(comparable).sort((a, b) => sign * compare(a, b));
  const start = after && comparable(after);
  const rest =
    start === null
      ? sorted.slice((page - 1) * limit)
      : sorted.filter((place) => sign * compare(place, start) > 0);
  const places = rest.map(({ place }) => place);
  return { total: found.length, ...(await readPage(places, limit, read)) };
}

async function readPage<Row extends { id: number }>(
  places: readonly Place[],
  limit: number,
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Pick<Page<Row>, 'rows' | 'next'>> {
  const taken = places.slice(0, limit);
  const ids = taken.map(({ id }) => id);
  const rows = new Map((ids.length === 0 ? [] : await read(ids)).map((row) => [row.id, row]));
  return {
    // Rows that were removed in the meantime are left out.
    rows: ids.flatMap((id) => rows.get(id) ?? []),
    next: places.length > limit ? (taken.at(-1) ?? null) : null,
  };
}

interface Comparable {
  place: Place;
  /** Texts compare by their bytes, as in the indexes. */
  key: number | Buffer;
}

function comparable(place: Place): Comparable {
  const { key } = place;
  return { place, key: typeof key === 'number' ? key : Buffer.from(key) };
}

function compare(a: Comparable, b: Comparable): number {
  const keys =
    typeof a.key === 'number' || typeof b.key === 'number'
      ? Number(a.key) - Number(b.key)
      : Buffer.compare(a.key, b.key);
  return keys || a.place.id - b.place.id;
}

/** Counts the entries. */
export async function countAlong(db: Kysely<Schema>, entries: Entries): Promise<number> {
  const { rows } = await entriesIn(db, entries, within(entries.column, entries.range))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

interface Walk {
  walk: Direction;
  after: Place | null;
  offset: number;
  limit: number;
}

async function placesAlong(
  db: Kysely<Schema>,
  entries: Entries,
  { walk, after, offset, limit }: Walk,
): Promise<Place[]> {
  const { column, range, id = 'id' } = entries;
  const found: Place[] = [];
  for (const part of after === null
    ? [within(column, range)]
    : beyond(db, { column, range, id, walk }, after)) {
    if (found.length === limit) break;
    const rows = await entriesIn(db, entries, part)
      .select([sql.ref<number>(id).as('id'), sql.ref<string | number>(column).as('key')])
      .orderBy(sql.ref(column), walk)
      .$if(column !== id, (query) => query.orderBy('id', walk))
      .limit(limit - found.length)
      .offset(offset)
      .execute();
    found.push(...rows);
  }
  return found;
}

function entriesIn(db: Kysely<Schema>, { table, lead, filter }: Entries, part: RawBuilder<SqlBool>) {
  return db
    .selectFrom(table)
    .where(part)
    .$if(lead !== undefined, (query) => query.where(lead ?? part))
    .$if(filter !== undefined, (query) => query.where(filter ?? part));
}

/** The entries of a range, as a condition. */
function within(column: string, range: Partial<Range> | undefined): RawBuilder<SqlBool> {
  const { from, to } = range ?? {};
  const value = sql.ref(column);
  if (from === undefined) return to === undefined ? sql`1 = 1` : sql`${value} < ${to}`;
  return to === undefined ? sql`${value} >= ${from}` : sql`(${value} >= ${from} and ${value} < ${to})`;
}

/** The entries after a place, as conditions that each select one part of the index. */
function beyond(
  db: Kysely<Schema>,
  {
    column,
    range,
    id: name,
    walk,
  }: Required<Pick<Entries, 'column' | 'id'>> & Pick<Entries, 'range'> & { walk: Direction },
  { key, id }: Place,
): RawBuilder<SqlBool>[] {
  const than = sql.raw(walk === 'asc' ? '>' : '<');
  const value = sql.ref(column);
  if (column === name) return [sql`${value} ${than} ${id}`];
  if (comparesRows(db)) return [sql`(${value}, id) ${than} (${key}, ${id}) and ${within(column, range)}`];
  // Given two bounds on one side, SQLite would start at the one that it finds first.
  const rest = within(column, range && (walk === 'asc' ? { to: range.to } : { from: range.from }));
  return [sql`${value} = ${key} and id ${than} ${id}`, sql`${value} ${than} ${key} and ${rest}`];
}
