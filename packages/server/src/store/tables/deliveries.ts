import { type Kysely, sql, type SqlBool } from 'kysely';
import { skipLocked } from '../engine/locks.ts';
import { inChunks } from '../engine/in-chunks.ts';
import { allOf } from '../lists/list-conditions.ts';
import { countAlong, type Entries, pageAlong } from '../lists/pages.ts';
import { type Page, type PageRequest, totals } from '../lists/lists.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { DeliveryRow, EventRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** Counting this number takes some milliseconds. */
export const MOST_COUNTED = 50_000;
const KEPT_MS = 30 * 24 * 3_600_000;

/** An event for a webhook. */
export interface NewDelivery {
  uid: string;
  webhook_id: number;
  event_id: number;
}

/** A claimed delivery. Until `lease` ends, nobody else attempts it. */
export type ClaimedDelivery = Pick<DeliveryRow, 'id' | 'webhook_id' | 'attempts' | 'next_attempt_at'> & {
  lease: string;
  event: EventRow;
};

/** A claim, with its end in milliseconds since the epoch. */
export interface Claim {
  lease: string;
  now: number;
  until: number;
}

/** The outcome of a claimed delivery. */
export type Settlement = Pick<
  DeliveryRow,
  'id' | 'state' | 'attempts' | 'next_attempt_at' | 'finished_at'
> & { lease: string };

/** A delivery as a list shows it. */
export type ListedDelivery = Pick<DeliveryRow, 'id' | 'uid' | 'state' | 'attempts' | 'next_attempt_at'> & {
  event_uid: string;
  type: string;
};

export interface DeliveryListRequest extends PageRequest {
  webhookId: number;
  state?: DeliveryRow['state'] | undefined;
}

/** Compiled once for the database and all transactions on it. */
export function deliveryQueries(db: Kysely<Schema>) {
  return {
    addClaimed: prepared(db, (value: Values<Pick<NewDelivery & Claim, keyof (NewDelivery & Claim)>>) =>
      db
        .insertInto('deliveries')
        .values({
          uid: value('uid'),
          webhook_id: value('webhook_id'),
          event_id: value('event_id'),
          state: 'pending',
          attempts: '[]',
          next_attempt_at: value('now'),
          due_at: value('until'),
          lease: value('lease'),
          finished_at: null,
        })
        .returning(['id', 'webhook_id', 'event_id', 'attempts', 'next_attempt_at']),
    ),
    event: prepared(db, (value: Values<{ id: number }>) =>
      db.selectFrom('events').selectAll().where('id', '=', value('id')),
    ),
  };
}

/** Deliveries of events to webhooks. A delivery is removed with its event. @param reader runs long reads */
export function deliveryStore(
  db: Kysely<Schema>,
  queries: ReturnType<typeof deliveryQueries> = deliveryQueries(db),
  reader = db,
) {
  const totalOf = totals();

  return {
    /** Adds deliveries that are due now. */
    async add(deliveries: readonly NewDelivery[], now: number): Promise<void> {
      for (const some of inChunks(deliveries))
        await db
          .insertInto('deliveries')
          .values(
            some.map((delivery) => ({
              ...delivery,
              state: 'pending' as const,
              attempts: '[]',
              next_attempt_at: now,
              due_at: now,
              lease: null,
              finished_at: null,
            })),
          )
          .execute();
    },

    /** Adds deliveries that are claimed already. */
    async addClaimed(deliveries: readonly NewDelivery[], claim: Claim): Promise<ClaimedDelivery[]> {
      const claimed: ClaimedDelivery[] = [];
      for (const delivery of deliveries) {
        const { rows } = await queries.addClaimed({ ...delivery, ...claim }, db);
        const found = await queries.event({ id: delivery.event_id }, db);
        for (const { event_id: _, ...row } of rows)
          for (const event of found.rows) claimed.push({ ...row, lease: claim.lease, event });
      }
      return claimed;
    },

    /** Claims due deliveries of a webhook, the longest-waiting first. */
    async claim(
      webhookId: number,
      { lease, now, until, limit }: Claim & { limit: number },
    ): Promise<ClaimedDelivery[]> {
      const due = db
        .selectFrom('deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit);
      const rows = await db
        .updateTable('deliveries')
        .set({ lease, due_at: until })
        .where('id', 'in', skipLocked(db, due))
        .returning(['id', 'webhook_id', 'event_id', 'attempts', 'next_attempt_at'])
        .execute();
      const events = new Map<number, EventRow>();
      for (const some of inChunks(rows.map((row) => row.event_id))) {
        const found = await db.selectFrom('events').selectAll().where('id', 'in', some).execute();
        for (const event of found) events.set(event.id, event);
      }
      return rows
        .toSorted((a, b) => a.id - b.id)
        .flatMap(({ event_id, ...row }) => {
          const event = events.get(event_id);
          // Retention has removed the event in the meantime, together with the delivery.
          return event === undefined ? [] : [{ ...row, lease, event }];
        });
    },

    /**
     * Writes the outcomes of claimed deliveries. A delivery that another instance has claimed since is not changed.
     */
    async settle(settlements: readonly Settlement[]): Promise<void> {
      for (const some of inChunks(settlements)) {
        const rows = some.map(
          ({ id, lease, state, attempts, next_attempt_at: next, finished_at: finished }) =>
            sql`(cast(${id} as bigint), cast(${lease} as text), cast(${state} as text), cast(${attempts} as text), cast(${next} as bigint), cast(${finished} as bigint))`,
        );
        await sql`
          with settled (id, lease, state, attempts, next_attempt_at, finished_at) as (values ${sql.join(rows)})
          update deliveries set
            state = settled.state, attempts = settled.attempts, next_attempt_at = settled.next_attempt_at,
            due_at = settled.next_attempt_at, finished_at = settled.finished_at, lease = null
          from settled where deliveries.id = settled.id and deliveries.lease = settled.lease`.execute(db);
      }
    },

    /**
     * Makes a delivery due now, whatever its state. A delivery that is being attempted is not changed.
     * @returns false if the webhook has no such delivery
     */
    async retry(webhookId: number, uid: string, now: number): Promise<boolean> {
      const found = await db
        .selectFrom('deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('uid', '=', uid)
        .executeTakeFirst();
      if (found === undefined) return false;
      await db
        .updateTable('deliveries')
        .set({ state: 'pending', next_attempt_at: now, due_at: now, lease: null, finished_at: null })
        .where('id', '=', found.id)
        .where((is) => is.or([is('lease', 'is', null), is('due_at', '<=', now)]))
        .execute();
      return true;
    },

    /** One page of a webhook's deliveries, in the order in which they were made. */
    async list({ webhookId, state, ...request }: DeliveryListRequest): Promise<Page<ListedDelivery>> {
      const ofWebhook = sql<SqlBool>`webhook_id = ${webhookId}`;
      const isState = sql<SqlBool>`state = ${sql.lit(state ?? '')}`;
      const entries: Entries = { table: 'deliveries', column: 'id', lead: ofWebhook };
      // Pending and failed ones have an index each.
      if (state === 'succeeded') entries.filter = isState;
      else if (state !== undefined) entries.lead = allOf([ofWebhook, isState]);
      const total = await totalOf([webhookId, state], request.now, () => countAlong(reader, entries));
      return pageAlong(reader, entries, { ...request, total }, (ids) =>
        reader
          .selectFrom('deliveries')
          .innerJoin('events', 'events.id', 'deliveries.event_id')
          .select(['deliveries.id', 'deliveries.uid', 'deliveries.state', 'deliveries.attempts'])
          .select(['deliveries.next_attempt_at', 'events.uid as event_uid', 'events.type'])
          .where('deliveries.id', 'in', ids)
          .execute(),
      );
    },

    /**
     * The number of waiting deliveries, at most {@link MOST_COUNTED}, and the time of their oldest event, in
     * milliseconds since the epoch; null if none waits.
     */
    async backlog(): Promise<{ pending: number; oldestAt: number | null }> {
      const pending = db.selectFrom('deliveries').where('deliveries.state', '=', sql.lit('pending'));
      const counted = await db
        .selectFrom(pending.select('deliveries.id').limit(MOST_COUNTED).as('some'))
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      // Reads the first entry of each webhook in the index.
      const { rows } = await sql<{ at: number | null }>`
        select min((${pending
          .innerJoin('events', 'events.id', 'deliveries.event_id')
          .whereRef('deliveries.webhook_id', '=', sql.ref('webhooks.id'))
          .orderBy('deliveries.id')
          .limit(1)
          .select('events.at')})) as at from webhooks`.execute(db);
      return { pending: counted.rows, oldestAt: rows[0]?.at ?? null };
    },

    /** Removes a batch of the deliveries that finished 30 days ago. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) => {
        const batch = db
          .selectFrom('deliveries')
          .select('id')
          .where('finished_at', '<=', now - KEPT_MS)
          .limit(most);
        return db.deleteFrom('deliveries').where('id', 'in', skipLocked(db, batch)).executeTakeFirst();
      });
    },

    /** Removes a batch of a webhook's deliveries. */
    removeOf(webhookId: number): Promise<Swept> {
      return inBatch((most) => {
        const batch = db
          .selectFrom('deliveries')
          .select('id')
          .where('webhook_id', '=', webhookId)
          .limit(most);
        return db.deleteFrom('deliveries').where('id', 'in', skipLocked(db, batch)).executeTakeFirst();
      });
    },
  };
}
