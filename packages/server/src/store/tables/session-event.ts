import type { NewEvent } from '../engine/schema.ts';

/** The columns of an event. Prefixed, because some have the same names as columns of a session. */
export type EventValues = {
  [Column in Exclude<keyof NewEvent, 'session_id'> as `event__${Column}`]: NewEvent[Column];
};

export function eventValues(event: NewEvent): EventValues {
  // The names are prefixed one by one, which the types cannot follow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(event).map(([column, value]) => [`event__${column}`, value]),
  ) as EventValues;
}
