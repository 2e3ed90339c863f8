import type { NewEvent } from '../engine/schema.ts';

/** What every event passes before it is stored. It is kept here, so that no statement forgets it. */
export interface EventRules {
  /** The event with a `merge_key` if it shares a row with others; otherwise as it is. */
  share: (event: NewEvent) => NewEvent;
}
