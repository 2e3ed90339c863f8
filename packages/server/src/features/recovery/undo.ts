import type { Transaction } from '../../store/database.ts';
import type { Attribution } from '../audit/events/event.ts';
import type { EventData } from '../audit/events/event-types.ts';
import type { UndoneType } from '../audit/events/undone-types.ts';

/** What is undone. Times are in milliseconds since the epoch. */
export interface Undo {
  /** The account whose acts are undone. */
  accountId: number;
  since: number;
  /** When the change happened that is undone. What the account did before takes access away again, and gives none back. */
  changedAt: number;
  /** For the events of the undo. */
  told: Attribution;
}

export type Together = (values: ReadonlySet<string>, since: number) => Promise<void>;

/** An undo, at one of the acts that it takes back. */
export interface UndoneAct extends Undo {
  /** When the act happened. */
  at: number;
  /**
   * Also undoes what somebody who got access by this act has done since.
   * @param actor as `key:7`
   * @param organization its id, where the access is to nothing else
   */
  follow: (actor: string, organization?: string) => void;
  /**
   * Does something once for all acts with the same key, however many they are.
   * @param value what this act adds
   * @param act receives all the values, and the time of the first act
   */
  together: (key: string, value: string, act: Together) => void;
  /** Does something after all acts are undone: an accomplice can be the only owner until the victim is back. */
  atEnd: (act: () => Promise<unknown>) => void;
}

/** Takes back an act, if its effect is still there, with an event for each change. */
type UndoAct<T extends UndoneType> = (
  tables: Transaction,
  data: EventData<T>,
  undo: UndoneAct,
) => Promise<void>;

/** How to take back each of some types of acts. */
export type UndoActs<T extends UndoneType = UndoneType> = { readonly [Type in T]: UndoAct<Type> };

/** Whether an act changed something besides names and descriptions. */
export function isMoreThan(cosmetic: readonly string[], changed: Record<string, unknown>): boolean {
  return Object.keys(changed).some((field) => !cosmetic.includes(field));
}
