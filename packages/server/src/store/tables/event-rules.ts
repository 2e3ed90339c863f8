import type { NewEvent } from '../engine/schema.ts';

/** What every event passes before it is stored. It is kept here, so that no statement forgets it. */
export interface EventRules {
  /** The events of one act, those with a `merge_key` that share a row with others; otherwise as they are. */
  share: (events: readonly NewEvent[]) => NewEvent[];
}
