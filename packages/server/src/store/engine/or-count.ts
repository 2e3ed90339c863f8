import { type OnConflictBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** For inserts of events: where one with the same `merge_key` exists, the new one only adds to its count. */
export function orCount(conflict: OnConflictBuilder<Schema, 'events'>) {
  return conflict
    .column('merge_key')
    .where('merge_key', 'is not', null)
    .doUpdateSet({ count: sql<number>`events.count + excluded.count` });
}
