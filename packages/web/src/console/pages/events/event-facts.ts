import type { EventOrigin, KeywardEvent } from '@keyward/client';
import { isEventType } from '../../data/event-types.ts';

/** An event of any type, even one that only a newer service knows. */
export interface AnyEvent {
  id: string;
  type: string;
  timestamp: string;
  data: EventOrigin & Readonly<Record<string, unknown>>;
}

/** Whether this version has texts for it. */
export function isKnown(event: AnyEvent): event is AnyEvent & KeywardEvent {
  return isEventType(event.type);
}

export function anyEvent(event: KeywardEvent): AnyEvent {
  return { ...event, data: { ...event.data } };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export interface Concerned {
  id: number;
  /** The account at the time of the event; undefined if the event has only its id. */
  email: string | undefined;
}

/** The account that an event is about. */
export function accountOf({ data }: AnyEvent): Concerned | null {
  const account = fieldsOf(data['account']);
  if (typeof account?.['id'] === 'number') return { id: account['id'], email: textOf(account['email']) };
  const id = fieldsOf(data['session'])?.['account_id'];
  return typeof id === 'number' ? { id, email: undefined } : null;
}

/** In the form of the API's filter; null for an anonymous request. */
export function actorIdOf({ data: { actor } }: AnyEvent): string | null {
  if (actor === null) return null;
  if (actor.id === null) return actor.type;
  return `${actor.type === 'superadmin' ? 'account' : actor.type}:${actor.id}`;
}

/** The facts that the panel does not show elsewhere. */
export function restOf({ data }: AnyEvent): Fields | null {
  const shown = new Set(['account', 'actor', 'client', 'request_id', 'changed', 'previous']);
  const rest = Object.entries(data).filter(([name]) => !shown.has(name));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}
