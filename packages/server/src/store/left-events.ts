import type { Kysely } from 'kysely';
import type { LeftEvent, Schema } from './schema.ts';

export type LeftEventStore = ReturnType<typeof leftEventStore>;

/** Events that a command has left for an instance to emit. */
export function leftEventStore(db: Kysely<Schema>) {
  return {
    async add(event: LeftEvent): Promise<void> {
      await db.insertInto('left_events').values(event).execute();
    },

    /** Adds an event and removes it again. In a transaction nobody sees it, but the disk is written. */
    async passThrough(): Promise<void> {
      const { id } = await db
        .insertInto('left_events')
        .values({ name: 'none', at: 0, metadata: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.deleteFrom('left_events').where('id', '=', id).execute();
    },

    /** Takes events out, oldest first. Of several instances at once, exactly one gets each event. */
    async take(limit: number): Promise<LeftEvent[]> {
      const rows = await db
        .deleteFrom('left_events')
        .where('id', 'in', (query) => query.selectFrom('left_events').select('id').orderBy('id').limit(limit))
        .returningAll()
        .execute();
      return rows.toSorted((a, b) => a.id - b.id);
    },
  };
}
