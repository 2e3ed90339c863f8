import type { Kysely } from 'kysely';
import { joinsStatements, type SessionChange, transactAtOnce, withEvent } from '../engine/dialect.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { NewEvent, Schema, SessionRow } from '../engine/schema.ts';
import { eventInsert } from './event-insert.ts';
import type { EventRules } from './event-rules.ts';
import type { EventsListener } from './events.ts';

/** The columns of an event. Prefixed, because some have the same names as columns of a session. */
type EventValues = {
  [Column in Exclude<keyof NewEvent, 'session_id'> as `event__${Column}`]: NewEvent[Column];
};

function eventValues(event: NewEvent): EventValues {
  // The names are prefixed one by one, which the types cannot follow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(event).map(([column, value]) => [`event__${column}`, value]),
  ) as EventValues;
}

/**
 * A change of one session with the event of its row: both are committed, or neither. It returns the row, or undefined if
 * there was none to change.
 * @param onStored receives the committed event
 */
export function toldChange<Input extends Record<string, unknown>>(
  db: Kysely<Schema>,
  change: (value: Values<Input>) => SessionChange,
  rules: EventRules,
  onStored: EventsListener,
) {
  const alone = prepared(db, change);
  const [insert, count] = [eventInsert(db), eventInsert(db, 'or-count')];
  const joined = (counted: boolean) =>
    prepared(db, (value: Values<EventValues & Input>) =>
      withEvent(
        db,
        change((name) => value(name)),
        (column) => value(`event__${column}`),
        counted,
      ),
    );
  const [withOwn, withCounted] = [joined(false), joined(true)];

  return async (input: Input, given: NewEvent): Promise<SessionRow | undefined> => {
    const [event = given] = rules.share([given]);
    const counted = event.merge_key !== null;
    const { told = event.uid, row } = joinsStatements(db)
      ? await joinedRow((counted ? withCounted : withOwn)({ ...input, ...eventValues(event) }))
      : await transactAtOnce(db, (run) => {
          const [changed] = run(alone.bound(input));
          if (changed === undefined) return {};
          const [stored] = run((counted ? count : insert).bound({ ...event, session_id: changed.id }));
          return { row: changed, told: stored?.uid };
        });
    if (row !== undefined && told === event.uid) onStored([{ ...event, session_id: row.id }]);
    return row;
  };
}

async function joinedRow(
  statement: Promise<{ rows: (SessionRow & { told?: string | null })[] }>,
): Promise<{ row?: SessionRow; told?: string }> {
  const [found] = (await statement).rows;
  if (found === undefined) return {};
  const { told, ...row } = found;
  return { row, ...(typeof told === 'string' && { told }) };
}
