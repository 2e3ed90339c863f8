import type { Kysely } from 'kysely';
import { NEW_EVENT_COLUMNS } from '../engine/event-columns.ts';
import { orCount } from '../engine/or-count.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { NewEvent, Schema } from '../engine/schema.ts';

/** The insert of one event. @param how with `or-count`, an existing one with its `merge_key` may count it */
export function eventInsert(db: Kysely<Schema>, how: 'own' | 'or-count' = 'own') {
  return prepared(db, (value: Values<NewEvent>) =>
    db
      .insertInto('events')
      .columns([...NEW_EVENT_COLUMNS])
      .expression(
        db.selectNoFrom((select) => NEW_EVENT_COLUMNS.map((name) => select.val(value(name)).as(name))),
      )
      .$if(how === 'or-count', (insert) => insert.onConflict(orCount).returning('uid')),
  );
}
