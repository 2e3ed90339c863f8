import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

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
