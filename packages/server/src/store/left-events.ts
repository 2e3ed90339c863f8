import type { Kysely } from 'kysely';
import type { LeftEvent, Schema } from './schema.ts';

export type LeftEventStore = ReturnType<typeof leftEventStore>;

/** Events that a command has left for an instance to tell. */
export function leftEventStore(db: Kysely<Schema>) {
  return {
    async add(event: LeftEvent): Promise<void> {
      await db.insertInto('left_events').values(event).execute();
    },

    /** Takes events out, the oldest first. Of several instances that do so at once, exactly one gets an event. */
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
