import { randomBytes } from 'node:crypto';
import { bytesOf, shortened } from '../../../lib/shortened.ts';
import type { NewEvent } from '../../../store/engine/schema.ts';
import {
  classOf,
  type EventData,
  type EventType,
  isEventType,
  type KeywardEvent,
  type Origin,
} from './event-types.ts';

/** The origin and the time of an event, in milliseconds since the epoch. */
export interface Attribution {
  by: Origin;
  at: number;
}

/** 128 bits, so that ids are unique across all instances. */
const ID_BYTES = 16;

export function newEventId(): string {
  return `evt_${randomBytes(ID_BYTES).toString('base64url')}`;
}

/**
 * The row of an event, to be stored in the transaction of its act.
 */
export function newEvent<T extends EventType>(
  type: T,
  data: EventData<T>,
  { by, at }: Attribution,
): NewEvent {
  const about: {
    account?: { id: number } | null;
    session?: { id: number; account_id: number };
    organization?: { id: string };
  } = data;
  return {
    uid: newEventId(),
    type,
    audit: classOf(type) === 'audit' ? 1 : 0,
    at,
    account_id: about.account?.id ?? about.session?.account_id ?? null,
    session_id: about.session?.id ?? null,
    actor: actorKey(by.actor),
    ip_address: by.client?.ip_address ?? null,
    organization: about.organization?.id ?? null,
    merge_key: null,
    count: 1,
    data: JSON.stringify(bounded({ ...data, ...by })),
  };
}

/** Strangers and members cause events, too, which are kept for a year: nobody fills the disk with long values. */
const MAX_BYTES = 8_000;
/** The fields whose values may be long. All others have limits of their own. */
const LONG_FIELDS: ReadonlySet<string> = new Set([
  'changed',
  'previous',
  'role',
  'roles',
  'grant',
  'invitation',
]);

function bounded(data: object): object {
  const over = bytesOf(data) - MAX_BYTES;
  if (over < 0) return data;
  const long = Object.fromEntries(Object.entries(data).filter(([name]) => LONG_FIELDS.has(name)));
  return { ...data, ...Object(shortened(long, bytesOf(long) - over - 1)) };
}

/** The form of an actor by which the feed filters. A superadmin counts as an account. */
export function actorKey(actor: Origin['actor']): string | null {
  if (actor === null) return null;
  const kind = actor.type === 'superadmin' ? 'account' : actor.type;
  return actor.id === null ? kind : `${kind}:${actor.id}`;
}

/**
 * An event as readers receive it; null for a type that only a newer Keyward knows.
 * @param providerName the configured name of the provider with an issuer
 */
export function presentEvent(row: NewEvent, providerName: (issuer: string) => string): KeywardEvent | null {
  const { uid, type, at, session_id, count } = row;
  if (!isEventType(type)) return null;
  const data: Record<string, unknown> = { ...Object(JSON.parse(row.data)) };
  // The database assigns the session's id in the same statement, so `data` was stored without it.
  if (session_id !== null && 'session' in data)
    data['session'] = { ...Object(data['session']), id: session_id };
  if ('link' in data) {
    const link: { provider?: unknown } = { ...Object(data['link']) };
    data['link'] = { ...link, provider: providerName(String(link.provider)) };
  }
  // Older events were stored without it.
  if (type === 'session.started') data['via'] ??= null;
  // Repeated attempts have increased it.
  if (row.merge_key !== null) data['count'] = count;
  // Only events of the list are stored.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { id: uid, type, timestamp: new Date(at).toISOString(), data } as KeywardEvent;
}
