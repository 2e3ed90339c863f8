import { type Kysely, sql } from 'kysely';
import { lastNumber } from '../engine/dialect.ts';
import { inChunks } from '../engine/in-chunks.ts';
import type { DeliveryRow, EventRow, Schema } from '../engine/schema.ts';
import { transact } from '../engine/transact.ts';

/** The facts of an event that its count needs. */
export type CountedEvent = Pick<EventRow, 'at' | 'type' | 'count' | 'merge_key'> & {
  position: number;
  /** From the data of the event; null if it has none. */
  method: string | null;
  via: string | null;
};

/** The number of events of a kind in the interval that begins at `at`. */
export interface Count<Name extends string = string> {
  at: number;
  name: Name;
  count: number;
}

/** A time in milliseconds since the epoch: from `since` until before `until`. */
export interface Span {
  since: number;
  until: number;
}

/** The events whose counts depend on how somebody came. */
const WITH_METHOD = ['session.started', 'account.created'];

/** Some milliseconds of work, even if receivers have been down for hours. */
const MOST_WAITING = 10_000;

/** The total as a number, which PostgreSQL would otherwise return as a text. */
const total = sql<number>`cast(sum(count) as bigint)`;

/** The counts of events in each hour. @param reader runs long reads */
export function activityStore(db: Kysely<Schema>, reader = db) {
  /**
   * The beginning of the interval that a time in a column belongs to. On SQLite, bound values would make it a fraction.
   */
  const beginning = (column: string, ms: number) =>
    sql<number>`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(ms)}`;

  return {
    /** The position up to which events are counted. */
    async head(): Promise<number> {
      const row = await db.selectFrom('event_counts_head').select('position').executeTakeFirst();
      return row?.position ?? 0;
    },

    /** The next events after a position, in their order. */
    async next(after: number, upTo: number, limit: number): Promise<CountedEvent[]> {
      const rows = await reader
        .selectFrom('events')
        .select(['at', 'type', 'count', 'merge_key'])
        .select((event) => [
          sql<number>`position`.as('position'),
          // Not read by the database: PostgreSQL refuses JSON with NUL or half a character, which people may have written.
          event.case().when('type', 'in', WITH_METHOD).then(event.ref('data')).else('{}').end().as('data'),
        ])
        .where('position', '>', after)
        .where('position', '<=', upTo)
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map(({ data, ...event }) => {
        const { method = null, via = null }: Partial<CountedEvent> = JSON.parse(data);
        return { ...event, method, via };
      });
    },

    /**
     * Adds the counts of the events after one position, up to another.
     * @returns false, and adds nothing, if another instance has already counted them
     */
    add: (from: number, to: number, counts: readonly Count[]): Promise<boolean> =>
      transact(db, async (trx) => {
        const moved = await trx
          .updateTable('event_counts_head')
          .set({ position: to })
          .where('position', '=', from)
          .executeTakeFirst();
        if (moved.numUpdatedRows === 0n) return false;
        for (const some of inChunks(counts))
          await trx
            .insertInto('event_counts')
            .values(some.map(({ at, ...row }) => ({ hour: at, ...row })))
            .onConflict((conflict) =>
              conflict
                .columns(['hour', 'name'])
                .doUpdateSet({ count: sql<number>`event_counts.count + excluded.count` }),
            )
            .execute();
        return true;
      }),

    /** The counts of a time span, added up for each interval of `ms`: one hour or more. */
    sums: ({ since, until }: Span, ms: number): Promise<Count[]> =>
      reader
        .selectFrom('event_counts')
        .select([beginning('hour', ms).as('at'), 'name', total.as('count')])
        .where('hour', '>=', since)
        .where('hour', '<', until)
        .groupBy([beginning('hour', ms), 'name'])
        .execute(),

    /** The number of finished deliveries in a time span, by outcome, for each interval of `ms`. */
    outcomes: ({ since, until }: Span, ms: number): Promise<Count<DeliveryRow['state']>[]> =>
      reader
        .selectFrom('deliveries')
        .select(({ fn }) => [
          beginning('finished_at', ms).as('at'),
          'state as name',
          fn.countAll<number>().as('count'),
        ])
        .where('finished_at', '>=', since)
        .where('finished_at', '<', until)
        .groupBy([beginning('finished_at', ms), 'state'])
        .execute(),

    /**
     * The number of accounts with a sign-in in a time span, or with a session from before its end that is used (or
     * refreshed) in it or later.
     * @param first the lowest position of an event of the time span; null if there is none
     */
    async people({ since, until }: Span, first: number | null): Promise<number> {
      const used = reader
        .selectFrom('sessions')
        .select('account_id')
        .where('last_used_at', '>=', since)
        .where('created_at', '<', until);
      const signedIn = reader
        .selectFrom('events')
        .select((event) => event.ref('account_id').$notNull().as('account_id'))
        .where('type', '=', 'session.started')
        .where('position', '>=', first)
        .where('at', '>=', since)
        .where('at', '<', until);
      const { people } = await reader
        .selectFrom((first === null ? used : used.unionAll(signedIn)).as('active'))
        .select(({ fn }) => fn.count<number>('account_id').distinct().as('people'))
        .executeTakeFirstOrThrow();
      return people;
    },

    /** The times of the last attempts of at most {@link MOST_WAITING} deliveries that wait for a retry. */
    async retrying(): Promise<number[]> {
      const waiting = await reader
        .selectFrom('deliveries')
        .select(lastNumber(db, 'attempts', 'at').as('at'))
        .where('state', '=', sql.lit<DeliveryRow['state']>('pending'))
        .where('attempts', '!=', '[]')
        .limit(MOST_WAITING)
        .execute();
      return waiting.flatMap(({ at }) => (at === null ? [] : [at]));
    },

    /** Removes the hours before a time. */
    async forget(before: number): Promise<void> {
      await db.deleteFrom('event_counts').where('hour', '<', before).execute();
    },
  };
}
