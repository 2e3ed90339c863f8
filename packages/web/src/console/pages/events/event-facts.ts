import type { EventOrigin, KeywardEvent } from '@keyward/client';

/** An event of any type, also of a newer service. */
export interface AnyEvent {
  id: string;
  type: string;
  timestamp: string;
  data: EventOrigin & Readonly<Record<string, unknown>>;
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
  /** At the time of the event; undefined where it tells the id alone. */
  email: string | undefined;
}

/** The account that an event is about. */
export function accountOf({ data }: AnyEvent): Concerned | null {
  const account = fieldsOf(data['account']);
  if (typeof account?.['id'] === 'number') return { id: account['id'], email: textOf(account['email']) };
  const id = fieldsOf(data['session'])?.['account_id'];
  return typeof id === 'number' ? { id, email: undefined } : null;
}

/** As the filter of the API takes it; null for an anonymous request. */
export function actorIdOf({ data: { actor } }: AnyEvent): string | null {
  if (actor === null) return null;
  if (actor.id === null) return actor.type;
  return `${actor.type === 'superadmin' ? 'account' : actor.type}:${actor.id}`;
}

/** What replaced what, by field; null for types that change none. */
export function changesOf({ data }: AnyEvent): Record<string, { before: unknown; after: unknown }> | null {
  const changed = fieldsOf(data['changed']);
  if (changed === undefined || Object.keys(changed).length === 0) return null;
  const previous = fieldsOf(data['previous']) ?? {};
  return Object.fromEntries(
    Object.entries(changed).map(([field, after]) => [field, { before: previous[field], after }]),
  );
}

/** Names within an event's parts that say in one word which one it is. */
const NAMED: readonly (readonly [part: string, field: string])[] = [
  ['link', 'provider'],
  ['factor', 'type'],
  ['key', 'name'],
  ['invitation', 'email'],
  ['webhook', 'url'],
];

/** What the event tells beyond its type, in a few words of the API. */
export function detailOf({ data, type }: AnyEvent): string {
  const { count } = data;
  const parts = [
    ...['section', 'log', 'action', 'method', 'reason', 'purpose', 'source', 'which'].map((name) =>
      textOf(data[name]),
    ),
    ...NAMED.map(([part, field]) => textOf(fieldsOf(data[part])?.[field])),
    type === 'code.sent' ? textOf(data['email']) : undefined,
    fieldsOf(data['changed']) && Object.keys(fieldsOf(data['changed']) ?? {}).join(', '),
    typeof count === 'number' && count > 1 ? `× ${count.toLocaleString()}` : undefined,
    typeof data['left'] === 'number' ? `${data['left']} left` : undefined,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** Everything that the panel shows in no other place. */
export function restOf({ data }: AnyEvent): Fields | null {
  const shown = new Set(['account', 'actor', 'client', 'request_id', 'changed', 'previous']);
  const rest = Object.entries(data).filter(([name]) => !shown.has(name));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}
