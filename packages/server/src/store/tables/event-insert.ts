import type { Kysely } from 'kysely';
import { NEW_EVENT_COLUMNS } from '../engine/event-columns.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { NewEvent, Schema } from '../engine/schema.ts';

/** The insert of one event. */
export function eventInsert(db: Kysely<Schema>) {
  return prepared(db, (value: Values<NewEvent>) =>
    db
      .insertInto('events')
      .columns([...NEW_EVENT_COLUMNS])
      .expression(
        db.selectNoFrom((select) => NEW_EVENT_COLUMNS.map((name) => select.val(value(name)).as(name))),
      ),
  );
}
