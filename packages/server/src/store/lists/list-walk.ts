import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { comparesRows, stepMs } from '../engine/dialect.ts';
import type { Page, PageRequest, Place } from './lists.ts';
import { createPace } from '../engine/pace.ts';
import type { Schema } from '../engine/schema.ts';

/** What a list walks along: an index that holds the column of the order, followed by the id. */
export interface Entries {
  table:
    | 'accounts'
    | 'sessions'
    | 'codes'
    | 'provider_links'
    | 'invitations'
    | 'api_keys'
    | 'webhooks'
    | 'deliveries';
  column: string;
  /** A condition on the columns of the index before that of the order. */
  lead?: RawBuilder<SqlBool> | undefined;
  /** The values of the order. */
  range?: Range | undefined;
  /** A condition that each entry is asked, and the columns that it reads: best those of the index. */
  filter?: { condition: RawBuilder<SqlBool>; columns: readonly string[] } | undefined;
}

/** From a number on, up to but without another. */
export interface Range {
  from: number;
  to: number;
}

type Direction = 'asc' | 'desc';

/**
 * How a page is read: `walk` is the order in which rows are skipped and taken, `order` the one in which they are
 * returned.
 */
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
 * @param read gives the rows of at most a page of ids, in any order
 * @throws the signal's reason, between two steps
 */
export async function pageAlong<Row extends { id: number }>(
  db: Kysely<Schema>,
  entries: Entries,
  { total, signal, ...request }: PageRequest & { total: number },
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { after = null, limit, descending } = request;
  const order: Direction = descending ? 'desc' : 'asc';
  const window = after === null ? pageWindow(request, total) : { offset: 0, limit, walk: order, order };
  if (window === null) return { total, rows: [], next: null };
  const { offset, walk } = window;
  if (walk === window.order) {
    // One more, to know whether there is one.
    const found = await placesAlong(db, entries, { offset, limit: window.limit + 1, walk, after, signal });
    return { total, ...(await readPage(found, window.limit, read)) };
  }
  const found = await placesAlong(db, entries, { offset, limit: window.limit, walk, after, signal });
  const page = await readPage(found.toReversed(), limit, read);
  return { total, rows: page.rows, next: offset === 0 ? null : (found[0] ?? null) };
}

/** A page of places that were found otherwise, all of them. */
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
    // Rows that have gone meanwhile are left out.
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
  let rows = 0;
  for await (const span of spansOf(db, entries, 'asc', null)) rows += await span.count();
  return rows;
}

interface Walk {
  walk: Direction;
  after: Place | null;
  offset: number;
  limit: number;
  signal: AbortSignal | undefined;
}

async function placesAlong(
  db: Kysely<Schema>,
  entries: Entries,
  { walk, after, ...rest }: Walk,
): Promise<Place[]> {
  const found: Place[] = [];
  let { offset } = rest;
  for await (const span of spansOf(db, entries, walk, after)) {
    rest.signal?.throwIfAborted();
    if (offset > 0) {
      const rows = await span.count();
      if (rows <= offset) {
        offset -= rows;
        continue;
      }
    }
    found.push(...(await span.read(rest.limit - found.length, offset)));
    offset = 0;
    if (found.length >= rest.limit) break;
  }
  return found;
}

/** A part of the entries that one statement may read through. */
interface Span {
  count(): Promise<number>;
  read(limit: number, offset: number): Promise<Place[]>;
}

/** The entries in spans, between which SQLite reads for others, or nobody waits any more. */
async function* spansOf(
  db: Kysely<Schema>,
  { table, column, lead, range, filter }: Entries,
  walk: Direction,
  after: Place | null,
): AsyncGenerator<Span> {
  const isBounded = stepMs(db) !== null;
  const pace = createPace(db, { first: 1_000, most: 20_000 });
  const key = sql.ref(column);
  const order = sql.raw(walk);

  function entriesIn(part: RawBuilder<SqlBool>, { limit, offset }: { limit: number | null; offset: number }) {
    const columns = (filter?.columns ?? []).map((name) => sql`, ${sql.ref(name)}`);
    const taken =
      limit === null ? sql`` : sql`order by ${key} ${order}, id ${order} limit ${limit} offset ${offset}`;
    return db.selectFrom(
      sql<Place>`(select id, ${key} as key${sql.join(columns, sql``)} from ${sql.table(table)}
        where ${lead ?? sql`1 = 1`} and ${part} ${taken})`.as('entries'),
    );
  }

  function matchesIn(part: RawBuilder<SqlBool>, step: number) {
    if (filter === undefined) return entriesIn(part, { limit: null, offset: 0 });
    // Where one statement may go through all entries, the filter is for the database to plan with.
    return isBounded
      ? entriesIn(part, { limit: step, offset: 0 }).where(filter.condition)
      : entriesIn(sql`${part} and ${filter.condition}`, { limit: null, offset: 0 });
  }

  function spanOf(part: RawBuilder<SqlBool>, step: number): Span & { end: () => Promise<Place | undefined> } {
    let end: Promise<Place | undefined> | undefined;
    const span = {
      /** The last entry, where others may follow it. */
      async end() {
        if (!isBounded) return undefined;
        const last = entriesIn(part, { limit: 1, offset: step - 1 }).select(['entries.id', 'entries.key']);
        return (end ??= pace.run(() => last.executeTakeFirst()));
      },
      async count() {
        if (isBounded && filter === undefined && (await span.end()) !== undefined) return step;
        const counted = matchesIn(part, step).select(({ fn }) => fn.countAll<number>().as('rows'));
        return (await pace.run(() => counted.executeTakeFirstOrThrow())).rows;
      },
      read: (limit: number, offset: number) =>
        matchesIn(part, step)
          .select(['entries.id', 'entries.key'])
          .orderBy('entries.key', walk)
          .orderBy('entries.id', walk)
          // What follows the step is in the next span.
          .limit(isBounded ? Math.min(limit, step - offset) : limit)
          .offset(offset)
          .execute(),
    };
    return span;
  }

  const partsBeyond = (place: Place) => beyond(db, { column, range, walk }, place);
  let parts = after === null ? [within(column, range)] : partsBeyond(after);
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const span = spanOf(part, pace.rows);
    yield span;
    const end = await span.end();
    if (end !== undefined) parts = partsBeyond(end);
  }
}

/** The entries of a range, as a condition. */
function within(column: string, range: Partial<Range> | undefined): RawBuilder<SqlBool> {
  const { from, to } = range ?? {};
  const value = sql.ref(column);
  if (from === undefined) return to === undefined ? sql`1 = 1` : sql`${value} < ${to}`;
  return to === undefined ? sql`${value} >= ${from}` : sql`(${value} >= ${from} and ${value} < ${to})`;
}

/** What follows a place, as conditions that each lead to one part of the index. */
function beyond(
  db: Kysely<Schema>,
  { column, range, walk }: Pick<Entries, 'column' | 'range'> & { walk: Direction },
  { key, id }: Place,
): RawBuilder<SqlBool>[] {
  const than = sql.raw(walk === 'asc' ? '>' : '<');
  const value = sql.ref(column);
  if (column === 'id') return [sql`id ${than} ${id}`];
  if (comparesRows(db)) return [sql`(${value}, id) ${than} (${key}, ${id}) and ${within(column, range)}`];
  // Of two bounds on one side, SQLite would begin at the one that it finds first.
  const rest = within(column, range && (walk === 'asc' ? { to: range.to } : { from: range.from }));
  return [sql`${value} = ${key} and id ${than} ${id}`, sql`${value} ${than} ${key} and ${rest}`];
}
