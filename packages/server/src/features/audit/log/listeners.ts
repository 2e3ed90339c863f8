import { suggest } from '../../../config/suggest.ts';
import type { EventRow, NewEvent } from '../../../store/engine/schema.ts';
import type { Store } from '../../../store/database.ts';
import {
  EVENT_TYPES,
  type EventType,
  isEventType,
  type KeywardEvent,
  matchingTypes,
} from '../events/event-types.ts';

type Group<T> = T extends `${infer First}.${string}` ? First : never;

/** Types of events: a single type, a group such as `account.*`, or `*` for all. */
export type EventPattern = EventType | `${Group<EventType>}.*` | '*';

type TypeOf<P extends EventPattern> = P extends '*'
  ? EventType
  : P extends `${infer First}.*`
    ? Extract<EventType, `${First}.${string}`>
    : P;

/** The events that a pattern matches: a union that `type` discriminates. */
export type EventOf<P extends EventPattern = '*'> = Extract<KeywardEvent, { type: TypeOf<P> }>;

export type EventListener<P extends EventPattern = '*'> = (event: EventOf<P>) => void | Promise<void>;

const ALL_TYPES = Object.keys(EVENT_TYPES).filter(isEventType);

/** The functions that are called with the events that this instance stores. */
export function createListeners({
  store,
  bodyOf,
  report,
}: {
  store: Pick<Store, 'onEvents'>;
  bodyOf: (row: EventRow | NewEvent) => KeywardEvent | null;
  /** Receives a listener's errors, which must not fail the act that the event is about. */
  report: (error: unknown) => void;
}) {
  const listeners = new Set<(row: NewEvent) => void>();

  store.onEvents((events) => {
    for (const row of events) for (const hear of listeners) hear(row);
  });

  return {
    /**
     * Calls `listener` with each event of these types that this instance stores, after its commit. Nothing waits for
     * it.
     * @returns a function that ends the subscription
     * @throws TypeError for a pattern that matches no type
     */
    on: <P extends EventPattern>(pattern: P, listener: EventListener<P>): (() => void) => {
      const types = new Set<string>(typesOf(pattern));
      const isChosen = (event: KeywardEvent): event is EventOf<P> => types.has(event.type);
      if (typeof listener !== 'function') throw new TypeError('listener: not a function; give one.');
      // Each listener gets its own copy of the event, which it may change.
      const hear = (row: NewEvent) => {
        if (!types.has(row.type)) return;
        const event = bodyOf(row);
        if (event !== null && isChosen(event)) void (async () => listener(event))().catch(report);
      };
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

function typesOf(pattern: string): readonly EventType[] {
  const types = pattern === '*' ? ALL_TYPES : matchingTypes([pattern]);
  if (types !== null) return types;
  const near = suggest(pattern, ALL_TYPES, 0);
  const fix = near === undefined ? '/docs/event-types of the service lists all' : `did you mean "${near}"?`;
  throw new TypeError(`type: there is no event "${pattern}"; ${fix}`);
}
