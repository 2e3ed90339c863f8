import { type Kysely, sql, type SqlBool } from 'kysely';
import { lastNumber } from '../engine/dialect.ts';
import { lockRows, skipLocked } from '../engine/locks.ts';
import { countAlong, pageAlong } from '../lists/pages.ts';
import { count, type Page, type PageRequest } from '../lists/lists.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { NewWebhook, Schema, WebhookChanges, WebhookRow } from '../engine/schema.ts';

export type WebhookStore = ReturnType<typeof webhookStore>;

/** A webhook with the time at which its next delivery may be claimed; null if none waits. */
export type WatchedWebhook = WebhookRow & { due_at: number | null };

/** The number of deliveries from which a rate of success is computed. */
export const RECENT = 100;

export interface RecentDeliveries {
  /** Milliseconds since the epoch; null if none was attempted. */
  last_at: number | null;
  attempted: number;
  succeeded: number;
}

/** Compiled once for the database and all transactions on it. */
export function webhookQueries(db: Kysely<Schema>) {
  const watched = prepared(db, () =>
    db
      .selectFrom('webhooks')
      .selectAll('webhooks')
      .select((query) =>
        query
          .selectFrom('deliveries')
          .select(({ fn }) => fn.min('due_at').as('due_at'))
          .whereRef('webhook_id', '=', 'webhooks.id')
          .where('due_at', 'is not', null)
          .as('due_at'),
      ),
  );
  const failed = prepared(db, (value: Values<{ id: number; url: string; at: number }>) =>
    db
      .updateTable('webhooks')
      .set({ failing_since: value('at') })
      .where('id', '=', value('id'))
      .where('url', '=', value('url'))
      .where('failing_since', 'is', null),
  );

  const recovered = prepared(db, (value: Values<{ id: number; url: string }>) =>
    db
      .updateTable('webhooks')
      .set({ failing_since: null })
      .where('id', '=', value('id'))
      .where('url', '=', value('url'))
      .where('failing_since', 'is not', null),
  );

  const behind = prepared(db, (value: Values<{ position: number }>) =>
    skipLocked(
      db,
      db
        .selectFrom('webhooks')
        .selectAll()
        .where('deleted_at', 'is', null)
        .where('enabled', '=', 1)
        .where((is) => is.or([is('cursor', '<', value('position')), is('replay_cursor', 'is not', null)])),
    ),
  );

  const moveCursor = prepared(db, (value: Values<{ id: number; cursor: number }>) =>
    db
      .updateTable('webhooks')
      .set({ cursor: value('cursor') })
      .where('id', '=', value('id')),
  );

  return { watched, failed, recovered, behind, moveCursor };
}

/** Webhooks. Only {@link watch} returns deleted ones, whose deliveries are still being removed. */
export function webhookStore(
  db: Kysely<Schema>,
  { watched, failed, recovered, behind, moveCursor }: ReturnType<typeof webhookQueries> = webhookQueries(db),
) {
  const present = () => db.selectFrom('webhooks').where('deleted_at', 'is', null);

  return {
    async insert(webhook: NewWebhook): Promise<WebhookRow> {
      return db.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow();
    },

    async find(uid: string): Promise<WebhookRow | null> {
      return (await present().selectAll().where('uid', '=', uid).executeTakeFirst()) ?? null;
    },

    /** The webhook's current row, locked until the open transaction ends; null if it is gone. */
    async lock(column: 'id' | 'uid', key: number | string): Promise<WebhookRow | null> {
      const query = present().selectAll().where(column, '=', key);
      return (await lockRows(db, query).executeTakeFirst()) ?? null;
    },

    update(id: number, changes: WebhookChanges): Promise<WebhookRow> {
      return db
        .updateTable('webhooks')
        .set(changes)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    count: () => count(present()),

    /** One page, in the order in which they were made. */
    async list(request: PageRequest): Promise<Page<WebhookRow>> {
      const entries = { table: 'webhooks', column: 'id', lead: sql<SqlBool>`deleted_at is null` } as const;
      const total = await countAlong(db, entries);
      return pageAlong(db, entries, { ...request, total }, (ids) =>
        present().selectAll().where('id', 'in', ids).execute(),
      );
    },

    /**
     * The last attempts of some webhooks, by their ids, and how many of their newest deliveries were attempted, and
     * succeeded. It reads at most {@link RECENT} deliveries of each.
     */
    async recent(ids: readonly number[]): Promise<Map<number, RecentDeliveries>> {
      const newest = db
        .selectFrom('deliveries')
        .select(['state', lastNumber(db, 'attempts', 'at').as('at')])
        .where('webhook_id', '=', sql.ref<number>('webhooks.id'))
        .orderBy('id', 'desc')
        .limit(RECENT)
        .as('newest');
      const rows = await db
        .selectFrom('webhooks')
        .select('webhooks.id')
        .select((query) => [
          query
            .selectFrom(newest)
            .select(({ fn }) => fn.max('at').as('at'))
            .as('last_at'),
          query
            .selectFrom(newest)
            .select(({ fn }) => fn.count<number>('at').as('rows'))
            .as('attempted'),
          query
            .selectFrom(newest)
            .select(({ fn }) => fn.countAll<number>().as('rows'))
            .where('state', '=', sql.lit('succeeded'))
            .as('succeeded'),
        ])
        .where('id', 'in', ids.length === 0 ? [0] : [...ids])
        .execute();
      return new Map(
        rows.map(({ id, last_at, attempted, succeeded }) => [
          id,
          { last_at, attempted: attempted ?? 0, succeeded: succeeded ?? 0 },
        ]),
      );
    },

    /** All webhooks, including deleted ones. Every instance runs this several times a second. */
    async watch(): Promise<WatchedWebhook[]> {
      return (await watched({}, db)).rows;
    },

    /**
     * Locks, in an open transaction, the enabled webhooks that have no deliveries yet for events up to `position`, and
     * those with a replay in progress. Skips those that another instance works on.
     */
    async lockBehind(position: number): Promise<WebhookRow[]> {
      return (await behind({ position }, db)).rows;
    },

    /** For webhooks that the open transaction has locked. */
    async moveCursor(ids: readonly number[], cursor: number): Promise<void> {
      for (const id of ids) await moveCursor({ id, cursor }, db);
    },

    /** Stores a failed attempt, unless an earlier one is stored, or the webhook no longer has this URL. */
    async failed(id: number, url: string, at: number): Promise<void> {
      await failed({ id, url, at }, db);
    },

    /** Clears the failed attempt after a success, unless the webhook no longer has this URL. */
    async recovered(id: number, url: string): Promise<void> {
      await recovered({ id, url }, db);
    },

    /** Removes a deleted webhook permanently, if its deliveries are gone. */
    async remove(id: number): Promise<void> {
      await db
        .deleteFrom('webhooks')
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .where((is) =>
          is.not(is.exists(is.selectFrom('deliveries').select('id').where('webhook_id', '=', id))),
        )
        .execute();
    },
  };
}
