import { type Kysely, sql } from 'kysely';
import { placeEvents, placesEvents } from '../engine/dialect.ts';
import { eventInsert } from './event-insert.ts';
import type { EventRules } from './event-rules.ts';
import { eventList } from './event-list.ts';
import { eventSweep } from './event-sweep.ts';
import { mergeEvents, writeEvents } from './event-write.ts';
import { inChunks } from '../engine/in-chunks.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { EventRow, NewEvent, Schema } from '../engine/schema.ts';
import { transact } from '../engine/transact.ts';

export type EventStore = ReturnType<typeof eventStore>;

/** Receives the events that a statement or an open transaction has stored. */
export type EventsListener = (events: readonly NewEvent[]) => void;

/** An event in the order of commit. */
export type PlacedEvent = Pick<EventRow, 'id' | 'type' | 'at' | 'organization'> & { position: number };

/** Events of different instances are in the order of commit, which may differ from the order of their clocks. */
const CLOCK_SLACK_MS = 600_000;

/** The maximum number of events whose positions one transaction assigns. */
const PLACED_AT_ONCE = 1_000;

/** Compiled once for the database and all transactions on it. */
export function eventQueries(db: Kysely<Schema>) {
  return {
    insert: eventInsert(db),
    head: prepared(db, () =>
      db
        .selectFrom('events')
        .select(({ fn }) => fn.max<number | null>('position').as('head'))
        // Ordered like the index; otherwise SQLite reads all events.
        .where('position', 'is not', null),
    ),
    waiting: prepared(db, () =>
      db.selectFrom('events').select('id').where('position', 'is', null).limit(sql.lit(1)),
    ),
    typesAfter: prepared(db, (value: Values<{ position: number; limit: number }>) =>
      db
        .selectFrom('events')
        .select(['id', 'type', 'at', 'organization'])
        .select(sql<number>`position`.as('position'))
        .where('position', '>', value('position'))
        .orderBy('position')
        .limit(value('limit')),
    ),
  };
}

/** @param reader runs long reads */
export function eventStore(
  db: Kysely<Schema>,
  onStored: EventsListener,
  rules: EventRules,
  queries: ReturnType<typeof eventQueries> = eventQueries(db),
  reader = db,
) {
  return {
    /** Stores events: in a transaction with their act, or not at all. */
    async add(events: readonly NewEvent[]): Promise<void> {
      onStored(await writeEvents(db, events, { insert: queries.insert, ...rules }));
    },

    /**
     * Stores an event in an open transaction, or nothing. Both take the same time, so that timing reveals nothing.
     */
    async addOrPretend(event: NewEvent, isReal: boolean): Promise<void> {
      await db.insertInto('events').values(event).execute();
      await db
        .deleteFrom('events')
        .where('uid', '=', isReal ? '' : event.uid)
        .execute();
      if (isReal) onStored([event]);
    },

    /**
     * Stores events with a `merge_key` each, in one transaction, or adds their counts to existing events with the same
     * keys.
     */
    async merge(events: readonly NewEvent[]): Promise<void> {
      onStored(await transact(db, (trx) => mergeEvents(trx, events)));
    },

    /** The first event of a type about an account; null if it is gone, or was never stored. */
    async firstOf(accountId: number, type: string): Promise<EventRow | null> {
      const row = await db
        .selectFrom('events')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('type', '=', type)
        // Ordered like the index. By id, SQLite would read the events of all accounts.
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The number of events of a type about an account since a time. */
    async countOf(accountId: number, type: string, since: number): Promise<number> {
      const row = await db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('type', '=', type)
        .where('at', '>', since)
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    /**
     * Audit events of some types since a time, the newest first: by actors, or about superadmins, those who were or became
     * superadmins in this time, and what belongs to no account. Reads only the events since then, however many there are.
     */
    async actsSince(
      of: { actors: readonly string[] } | 'administration',
      types: readonly string[],
      since: number,
    ): Promise<Pick<EventRow, 'type' | 'actor' | 'at' | 'data'>[]> {
      const first = await db
        .selectFrom('events')
        .select('position')
        .where('audit', '=', 1)
        .where('at', '>=', since - CLOCK_SLACK_MS)
        .where('position', 'is not', null)
        .orderBy('at')
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      const some = db
        .selectFrom('events')
        .select(['id', 'type', 'actor', 'at', 'data'])
        .where('type', 'in', types)
        .where('at', '>=', since);
      // Nobody can write this into a value, whose quotation marks are escaped.
      const ofSuperadmin = '%"role":"superadmin"%';
      const roles = db
        .selectFrom('events')
        .select('account_id')
        .where('type', '=', 'account.role_changed')
        .where('at', '>=', since)
        .where((is) => is.or([is('position', '>=', first?.position ?? 0), is('position', 'is', null)]))
        .where('data', 'like', ofSuperadmin);
      const parts =
        of === 'administration'
          ? [
              some.where((is) =>
                is.or([
                  is('account_id', 'is', null),
                  is('data', 'like', ofSuperadmin),
                  is('account_id', 'in', roles),
                ]),
              ),
            ]
          : [...inChunks(of.actors)].map((actors) => some.where('actor', 'in', actors));
      const found = [];
      for (const acts of parts) {
        found.push(...(await acts.where('position', '>=', first?.position ?? 0).execute()));
        found.push(...(await acts.where('position', 'is', null).execute()));
      }
      return found.toSorted((a, b) => b.id - a.id);
    },

    async find(uid: string): Promise<EventRow | null> {
      const row = await db.selectFrom('events').selectAll().where('uid', '=', uid).executeTakeFirst();
      return row ?? null;
    },

    list: eventList(reader),
    /** A page of the newest events, for followers. They were just written, so they are still cached. */
    news: eventList(db),
    sweep: eventSweep(db, reader),

    /** The position of the newest event that has one; 0 if there is none. */
    async head(): Promise<number> {
      const { rows } = await queries.head({}, db);
      return rows[0]?.head ?? 0;
    },

    /** The events with the next positions, without their data. */
    async typesAfter(position: number, limit: number): Promise<PlacedEvent[]> {
      return (await queries.typesAfter({ position, limit }, db)).rows;
    },

    /** The lowest position of an event that happened at `since` or later; null if there is none. */
    async firstSince(since: number): Promise<number | null> {
      const firsts = await Promise.all(
        [0, 1].map((audit) =>
          db
            .selectFrom('events')
            .select('position')
            .where('audit', '=', audit)
            .where('at', '>=', since)
            .orderBy('at')
            .limit(1)
            .executeTakeFirst(),
        ),
      );
      const positions = firsts.map((first) => first?.position ?? null).filter((first) => first !== null);
      return positions.length === 0 ? null : Math.min(...positions);
    },

    /**
     * Assigns positions to the committed events that have none. Ids are not in the order of commit: a transaction that
     * commits late may have a low one, and a reader who has passed it would never see it.
     * @returns whether there may be more
     */
    async place(): Promise<boolean> {
      if (!placesEvents(db) || (await queries.waiting({}, db)).rows.length === 0) return false;
      return transact(db, (trx) => placeEvents(trx, PLACED_AT_ONCE));
    },
  };
}
