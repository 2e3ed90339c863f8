import { type Kysely, sql } from 'kysely';
import { skipLocked } from '../engine/locks.ts';
import { inChunks } from '../engine/in-chunks.ts';
import type { Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

/** A subject whose failures are counted: at most `limit` in a window of `windowMs` milliseconds. */
export interface FailureKey {
  key: string;
  limit: number;
  windowMs: number;
}

/** A key, and the shared counter it uses if it has none of its own. */
export type CountedKey = FailureKey & { counter?: string };

/** One guess for a key, and the state of its counter with it. */
export interface Place extends FailureKey {
  /** The counter: the key itself, or the one it shares with others. */
  counter: string;
  /** Failures in the window, and guesses still running. If it is above `limit`, the guess was refused. */
  count: number;
  /** The number of guesses that still run, including this one. */
  running: number;
  /**
   * The end of the window in which the place counts, which also identifies the window: counts of other windows are not
   * affected.
   */
  windowEndsAt: number;
}

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

const ROLL_BACK = new Error('no place');

/** Counters of failures in fixed windows, shared by all instances on one database. */
export function failureStore(db: Kysely<Schema>) {
  return {
    /**
     * Takes one place for each key, or none if one of them has no place left.
     * @returns a place for each of `keys`, in their order; none was taken if one of them is over its limit
     */
    async take(keys: readonly CountedKey[], now: number): Promise<Place[]> {
      let places: Place[] = [];
      try {
        await db.transaction().execute(async (trx) => {
          places = await countOneMore(trx, keys, now);
          // If a second step subtracted the count again, others would see a full counter in between.
          if (places.some(({ count, limit }) => count > limit)) throw ROLL_BACK;
        });
      } catch (error) {
        if (error !== ROLL_BACK) throw error;
      }
      return places;
    },

    /**
     * Ends the guess that took these places. A failure counts until its window ends; any other outcome is not
     * counted. One statement per key, so that no two instances can deadlock.
     */
    async end(places: readonly Place[], failed: boolean): Promise<void> {
      await Promise.all(
        places.map(({ counter, windowEndsAt }) =>
          db
            .updateTable('failures')
            .set((column) => ({
              running: column('running', '-', 1),
              ...(!failed && { count: column('count', '-', 1) }),
            }))
            .where('key', '=', counter)
            // A newer window has never counted this guess.
            .where('window_ends_at', '=', windowEndsAt)
            .execute(),
        ),
      );
    },

    /** Removes counters of single keys, never shared ones. One by one: see `end`. */
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

async function countOneMore(db: Kysely<Schema>, keys: readonly CountedKey[], now: number): Promise<Place[]> {
  // A counter at zero also begins a new window: a window starts with its first failure.
  const over = sql<boolean>`failures.window_ends_at <= ${now} or failures.count = 0`;
  const rows = await db
    .insertInto('failures')
    .values(
      // Sorted, so that two instances lock the rows in the same order.
      keys
        .map(({ key, counter = key, windowMs }) => ({ key: counter, windowMs }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ key, windowMs }) => ({ key, count: 1, running: 1, window_ends_at: now + windowMs })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${over} then 1 else failures.count + 1 end`,
        running: sql`case when ${over} then 1 else failures.running + 1 end`,
        window_ends_at: sql`case when ${over} then excluded.window_ends_at else failures.window_ends_at end`,
      }),
    )
    .returning(['key', 'count', 'running', 'window_ends_at'])
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => {
    const { counter = key.key } = key;
    const row = byKey.get(counter);
    if (row === undefined) throw new Error('The database returned no counter');
    return { ...key, counter, count: row.count, running: row.running, windowEndsAt: row.window_ends_at };
  });
}
