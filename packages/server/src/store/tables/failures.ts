import { type Kysely, sql } from 'kysely';
import { elementsOf } from '../engine/dialect.ts';
import { lockInOrder, skipLocked } from '../engine/locks.ts';
import { inChunks } from '../engine/in-chunks.ts';
import type { Schema } from '../engine/schema.ts';
import { inBatches } from '../../lib/in-batches.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';
import {
  type Count,
  type CountedKey,
  type FailureKey,
  type Place,
  takeIn,
  weightOf,
} from './failure-counts.ts';

/** A counter of failures, and the end of its window. */
export type Failed = Pick<Place, 'counter' | 'count' | 'windowEndsAt'>;

/** A counter, and the number of its guesses that are still running. */
export type CountedFailures = Failed & Pick<Place, 'running'>;

export type FailureStore = ReturnType<typeof failureStore>;

/** The names from one (inclusive) to another (exclusive). */
export interface KeyRange {
  from: string;
  below: string;
}

/** Places that are asked for. */
interface Taking {
  keys: readonly CountedKey[];
  now: number;
  places: Place[];
}

/** A place whose guess has ended. */
type Ended = Pick<Place, 'counter' | 'windowEndsAt' | 'weight'> & { failed: boolean };

/** Counters of failures in fixed windows, shared by all instances on one database. */
export function failureStore(db: Kysely<Schema>) {
  const lines = new Map<string, ReturnType<typeof openLine>>();

  /**
   * Keys of a kind share counters, such as that of the deployment. Without a line for each kind, requests that wait for
   * these rows would hold all connections.
   */
  function lineOf({ key }: FailureKey) {
    const kind = key.slice(0, key.search(/[ :]|$/));
    const line = lines.get(kind) ?? openLine();
    lines.set(kind, line);
    return line;
  }

  const openLine = () => ({
    take: inBatches<Taking>((all) => db.transaction().execute((trx) => takePlaces(trx, all))),
    end: inBatches<readonly Ended[]>((all) => endPlaces(db, all.flat())),
  });

  return {
    /** As {@link takeIn}. */
    async take(keys: readonly CountedKey[], now: number): Promise<Place[]> {
      const [first] = keys;
      const taking: Taking = { keys, now, places: [] };
      if (first !== undefined) await lineOf(first).take(taking);
      return taking.places;
    },

    /**
     * Ends the guess that took these places. A failure counts until its window ends; any other outcome is not
     * counted.
     */
    async end(places: readonly Place[], failed: boolean): Promise<void> {
      const [first] = places;
      if (first !== undefined) await lineOf(first).end(places.map((place) => ({ ...place, failed })));
    },

    /** Removes counters of single keys, never shared ones. One by one, so that no two instances can deadlock. */
    async forget(keys: readonly string[]): Promise<void> {
      for (const key of keys) await db.deleteFrom('failures').where('key', '=', key).execute();
    },

    /** The failures in windows that have not ended. */
    live(now: number): Promise<Failed[]> {
      return db
        .selectFrom('failures')
        .select(['key as counter', 'count', 'window_ends_at as windowEndsAt'])
        .where('window_ends_at', '>', now)
        .execute();
    },

    /** The counters with names in some of the ranges, in windows that have not ended. */
    async inRanges(ranges: readonly KeyRange[], now: number): Promise<CountedFailures[]> {
      if (ranges.length === 0) return [];
      const wanted = sql.join(
        ranges.map(({ from, below }) => sql`(cast(${from} as text), cast(${below} as text))`),
      );
      const { rows } = await sql<CountedFailures>`
        with wanted (first, beyond) as (values ${wanted})
        select failures.key as counter, count, running, window_ends_at as "windowEndsAt"
        from wanted join failures on failures.key >= wanted.first and failures.key < wanted.beyond
        where window_ends_at > ${now}`.execute(db);
      return rows;
    },

    /** The keys that have a counter in a window that has not ended. */
    async held(keys: readonly string[], now: number): Promise<Set<string>> {
      const rows = await db
        .selectFrom('failures')
        .select('key')
        .where('key', 'in', keys)
        .where('window_ends_at', '>', now)
        .execute();
      return new Set(rows.map(({ key }) => key));
    },

    /** The keys among these whose own counter has counted something in a window that has not ended. */
    async counting(keys: readonly string[], now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('failures')
        .select('key')
        .where('key', 'in', keys)
        .where('window_ends_at', '>', now)
        .where('count', '>', 0)
        .execute();
      return rows.map(({ key }) => key);
    },

    /** Whether there are `most` counters or more, or keys still share some: those with names in `shared`. */
    async isFull(most: number, shared: KeyRange, now: number): Promise<boolean> {
      const last = db
        .selectFrom('failures')
        .select('key')
        .offset(most - 1);
      const inUse = db
        .selectFrom('failures')
        .select('key')
        .where('key', '>=', shared.from)
        .where('key', '<', shared.below)
        .where('window_ends_at', '>', now);
      for (const found of [last, inUse])
        if ((await found.limit(1).executeTakeFirst()) !== undefined) return true;
      return false;
    },

    /** Adds the failures that one process has counted, all or none. */
    async add(failed: readonly Failed[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        for (const some of inChunks(failed)) await addCounted(trx, some);
      });
    },

    /** Removes one batch of expired counters. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) => {
        const over = db.selectFrom('failures').select('key').where('window_ends_at', '<=', now).limit(most);
        return (
          db
            .deleteFrom('failures')
            // Rows in use may wait for the next sweep: a statement that locks many rows could deadlock with the guesses on
            // them.
            .where('key', 'in', skipLocked(db, over))
            .executeTakeFirst()
        );
      });
    },
  };
}

async function addCounted(db: Kysely<Schema>, failed: readonly Failed[]): Promise<void> {
  await db
    .insertInto('failures')
    .values(
      failed.map(({ counter, count, windowEndsAt }) => ({
        key: counter,
        count,
        running: 0,
        window_ends_at: windowEndsAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`excluded.count + case when failures.window_ends_at = excluded.window_ends_at then failures.count else 0 end`,
        window_ends_at: sql`excluded.window_ends_at`,
      }),
    )
    .execute();
}

async function takePlaces(db: Kysely<Schema>, all: readonly Taking[]): Promise<void> {
  const names = all.flatMap(({ keys }) => keys.map(({ key, counter = key }) => counter));
  const before = await lockCounts(db, names);
  const counts = new Map(before);
  for (const taking of all) taking.places = takeIn(counts, taking.keys, taking.now);
  const changed = [...counts].filter(([name, count]) => before.get(name) !== count);
  if (changed.length > 0) await write(db, changed);
}

async function endPlaces(db: Kysely<Schema>, all: readonly Ended[]): Promise<void> {
  const groups = Map.groupBy(all, ({ counter, windowEndsAt }) => JSON.stringify([counter, windowEndsAt]));
  const list = [...groups.values()].flatMap((places) => {
    const uncounted = places.reduce((sum, place) => sum + (place.failed ? 0 : weightOf(place)), 0);
    return places.slice(0, 1).map((place) => ({ ...place, ended: places.length, uncounted }));
  });
  const rows = elementsOf(db, list);
  const named = db
    .selectFrom('failures')
    .select('key')
    .where('key', 'in', sql<string>`(select value ->> 'counter' from ${rows})`);
  await sql`
    update failures
    set running = running - cast(value ->> 'ended' as integer), count = count - cast(value ->> 'uncounted' as integer)
    from ${rows}
    where key = value ->> 'counter'
      -- A newer window has never counted these guesses.
      and window_ends_at = cast(value ->> 'windowEndsAt' as bigint)
      and key in ${lockInOrder(db, named, 'key')}`.execute(db);
}

/** The rows of counters, locked; a counter without a row gets one. Sorted, so that two instances lock in the same order. */
async function lockCounts(db: Kysely<Schema>, counters: Iterable<string>): Promise<Map<string, Count>> {
  const names = [...new Set(counters)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const { rows } = await sql<Count & { key: string }>`
    insert into failures (key, count, running, window_ends_at)
    select value ->> 'key', 0, 0, 0 from ${elementsOf(
      db,
      names.map((key) => ({ key })),
    )} where true
    on conflict (key) do update set running = failures.running
    returning key, count, running, window_ends_at as "windowEndsAt"`.execute(db);
  return new Map(rows.map(({ key, ...count }) => [key, count]));
}

async function write(db: Kysely<Schema>, counts: readonly (readonly [string, Count])[]): Promise<void> {
  const rows = elementsOf(
    db,
    counts.map(([key, count]) => ({ key, ...count })),
  );
  await sql`
    update failures
    set count = cast(value ->> 'count' as integer), running = cast(value ->> 'running' as integer),
      window_ends_at = cast(value ->> 'windowEndsAt' as bigint)
    from ${rows}
    where key = value ->> 'key'`.execute(db);
}
