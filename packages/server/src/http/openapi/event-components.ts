import {
  EVENT_TYPES,
  eventSchema,
  type EventType,
  isEventType,
} from '../../features/audit/events/event-types.ts';

export const TYPES = Object.keys(EVENT_TYPES).filter(isEventType);

/** The schemas of all events, by name, so that generated clients have a named type for each. */
export const EVENT_COMPONENTS = Object.fromEntries(TYPES.map((type) => [nameOf(type), eventSchema(type)]));

/** `account.created` is `AccountCreatedEvent`. */
export function nameOf(type: EventType): string {
  return `${type.split(/[._]/).map(capitalized).join('')}Event`;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
