import type { Transaction } from '../../store/database.ts';
import type { Attribution } from '../audit/events/event.ts';
import type { EventData } from '../audit/events/event-types.ts';
import type { UndoneType } from '../audit/events/undone-types.ts';

/** An undo in progress. */
export interface Undo {
  /** The account whose acts are undone. */
  accountId: number;
  /** In milliseconds since the epoch. */
  since: number;
  /** For the events of the undo. */
  told: Attribution;
  /** Also undoes the acts of somebody who got access by an act, as `key:7`. */
  follow: (actor: string) => void;
}

/** Takes back an act, if its effect is still there, with an event for each change. */
type UndoAct<T extends UndoneType> = (tables: Transaction, data: EventData<T>, undo: Undo) => Promise<void>;

/** How to take back each of some types of acts. */
export type UndoActs<T extends UndoneType = UndoneType> = { readonly [Type in T]: UndoAct<Type> };

/** Whether an act changed something besides names and descriptions. */
export function isMoreThan(cosmetic: readonly string[], changed: Record<string, unknown>): boolean {
  return Object.keys(changed).some((field) => !cosmetic.includes(field));
}
