import { type Kysely, sql } from 'kysely';
import { inSteps } from './in-steps.ts';
import type { Schema } from './schema.ts';
import { SWEEP_BATCH, swept, type Swept } from './sweep.ts';

/** Something whose failures are counted: at most `limit` in a window of `windowMs` milliseconds. */
export interface FailureKey {
  key: string;
  limit: number;
  windowMs: number;
}

/** One more guess for a key, and how its counter stands with it. */
export interface Place extends FailureKey {
  /** Failures of the window, and guesses that are still under way. Over `limit`: there was no place. */
  count: number;
  /** The guesses among them that are still under way, this one included. */
  running: number;
  /** The window in which the place counts, by its end. */
  windowEndsAt: number;
}

/** Failures of a window, by its end. */
export type Failed = Pick<Place, 'key' | 'count' | 'windowEndsAt'>;

export type FailureStore = ReturnType<typeof failureStore>;

const ROLL_BACK = new Error('no place');

/** Counters of failures in fixed windows, shared by all instances on one database. */
export function failureStore(db: Kysely<Schema>) {
  return {
    /**
     * Takes one place for each key, or none at all where one of them has no place left.
     * @returns a place for each of `keys`, in their order; none was taken when one of them is over its limit
     */
    async take(keys: readonly FailureKey[], now: number): Promise<Place[]> {
      let places: Place[] = [];
      try {
        await db.transaction().execute(async (trx) => {
          places = await countOneMore(trx, keys, now);
          // Counting and taking back in two steps would show others a full counter in between.
          if (places.some(({ count, limit }) => count > limit)) throw ROLL_BACK;
        });
      } catch (error) {
        if (error !== ROLL_BACK) throw error;
      }
      return places;
    },

    /**
     * Ends the guess that took these places. A failure goes on counting until its window ends; anything else
     * leaves no trace. One statement a key, so that no two instances can deadlock.
     */
    async end(places: readonly Place[], failed: boolean): Promise<void> {
      await Promise.all(
        places.map(({ key, windowEndsAt }) =>
          db
            .updateTable('failures')
            .set((column) => ({
              running: column('running', '-', 1),
              ...(!failed && { count: column('count', '-', 1) }),
            }))
            .where('key', '=', key)
            // A window that has begun since then never counted this guess.
            .where('window_ends_at', '=', windowEndsAt)
            .execute(),
        ),
      );
    },

    /** What has failed in windows that go on: at most `most`, the one that ends last at the end. */
    async live(now: number, most: number): Promise<Failed[]> {
      const rows = await db
        .selectFrom('failures')
        .select(['key', 'count', 'window_ends_at as windowEndsAt'])
        .where('window_ends_at', '>', now)
        .orderBy('window_ends_at', 'desc')
        .limit(most)
        .execute();
      return rows.toReversed();
    },

    /** Adds failures that a process has counted by itself, all or none. */
    async add(failed: readonly Failed[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        for (const some of inSteps(failed)) await addCounted(trx, some);
      });
    },

    /**
     * Removes one batch of what is over, and of what is beyond `most`, beginning with what ends first. For a database
     * that one process writes to: it locks many rows.
     */
    async sweep(now: number, most: number): Promise<Swept> {
      const byEnd = db.selectFrom('failures').orderBy('window_ends_at', 'desc').offset(most).limit(1);
      const { numDeletedRows } = await db
        .deleteFrom('failures')
        .where('key', 'in', (query) =>
          query
            .selectFrom('failures')
            .select('key')
            .where((where) =>
              where.or([
                where('window_ends_at', '<=', now),
                where('window_ends_at', '<=', byEnd.select('window_ends_at')),
              ]),
            )
            .orderBy('window_ends_at')
            .limit(SWEEP_BATCH),
        )
        .executeTakeFirst();
      return swept(numDeletedRows);
    },

    async deleteExpired(now: number): Promise<void> {
      const expired = await db
        .selectFrom('failures')
        .select('key')
        .where('window_ends_at', '<=', now)
        .execute();
      // One by one: a statement that locks many rows could deadlock with one that takes places.
      for (const { key } of expired) {
        await db.deleteFrom('failures').where('key', '=', key).where('window_ends_at', '<=', now).execute();
      }
    },
  };
}

async function addCounted(db: Kysely<Schema>, failed: readonly Failed[]): Promise<void> {
  await db
    .insertInto('failures')
    .values(
      failed.map(({ key, count, windowEndsAt }) => ({
        key,
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

async function countOneMore(db: Kysely<Schema>, keys: readonly FailureKey[], now: number): Promise<Place[]> {
  // A counter at zero begins a new window too: a window lasts from its first failure.
  const over = sql<boolean>`failures.window_ends_at <= ${now} or failures.count = 0`;
  const rows = await db
    .insertInto('failures')
    .values(
      // Sorted, so that two instances lock the rows in the same order.
      [...keys]
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
    const row = byKey.get(key.key);
    if (row === undefined) throw new Error('The database returned no counter');
    return { ...key, count: row.count, running: row.running, windowEndsAt: row.window_ends_at };
  });
}
