import { type Kysely, sql } from 'kysely';
import { placeEvents } from './dialect.ts';
import { eventList } from './event-list.ts';
import { inSteps } from './in-steps.ts';
import type { EventRow, NewEvent, Schema } from './schema.ts';
import { transact } from './transact.ts';

export type EventStore = ReturnType<typeof eventStore>;

/** Takes the events that a statement or an open transaction has stored. */
export type Told = (events: readonly NewEvent[]) => void;

/** The most events that one transaction gives their positions. */
const PLACED_AT_ONCE = 1_000;

export function eventStore(db: Kysely<Schema>, told: Told) {
  return {
    /** Stores events: in a transaction with their act, or not at all. */
    async add(events: readonly NewEvent[]): Promise<void> {
      for (const some of inSteps(events))
        await db
          .insertInto('events')
          .values([...some])
          .execute();
      told(events);
    },

    /**
     * Stores an event with a `merge_key`, or adds its `count` to the event that has the key already.
     * @returns whether the event is new
     */
    async merge(event: NewEvent): Promise<boolean> {
      const { uid } = await db
        .insertInto('events')
        .values(event)
        .onConflict((conflict) =>
          conflict
            .column('merge_key')
            .where('merge_key', 'is not', null)
            .doUpdateSet({ count: sql<number>`events.count + ${event.count}` }),
        )
        .returning('uid')
        .executeTakeFirstOrThrow();
      const isNew = uid === event.uid;
      if (isNew) told([event]);
      return isNew;
    },

    async find(uid: string): Promise<EventRow | null> {
      const row = await db.selectFrom('events').selectAll().where('uid', '=', uid).executeTakeFirst();
      return row ?? null;
    },

    list: eventList(db),

    /** The position of the newest event that has one; 0 without any. */
    async head(): Promise<number> {
      const { head } = await db
        .selectFrom('events')
        .select((query) => query.fn.max<number | null>('position').as('head'))
        .executeTakeFirstOrThrow();
      return head ?? 0;
    },

    /**
     * Gives the committed events without a position theirs. Ids do not tell the order of commit: a transaction that
     * commits late may hold an early one, and a reader who has passed it would never see it.
     * @returns whether there may be more
     */
    async place(): Promise<boolean> {
      const waiting = await db
        .selectFrom('events')
        .select('id')
        .where('position', 'is', null)
        .limit(1)
        .executeTakeFirst();
      if (waiting === undefined) return false;
      return transact(db, (trx) => placeEvents(trx, PLACED_AT_ONCE));
    },
  };
}
