import { LRUCache } from 'lru-cache';
import { addressBucket } from '../../../lib/address.ts';
import { lazily } from '../../../lib/lazily.ts';
import type { NewEvent } from '../../../store/engine/schema.ts';
import { isEventType, type SessionEnd, sharingOf } from '../events/event-types.ts';

/** What one account has caused of one type. */
interface Day {
  events: number;
  endsAt: number;
  minute: number;
  /** The addresses, actors and ways that share rows of this minute. */
  keys: Set<string>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Beyond this number of shared rows in a minute, all addresses share one. */
const MOST_KEYS = 10;
/** Accounts and types that are counted at the same time. */
const MAX_COUNTED = 10_000;

/**
 * Events of successful acts that an account can repeat without limit, such as sign-ins. The first ones of a day have rows
 * of their own; further ones within a minute share one, which counts them. It counts in memory, so that a sign-in costs no
 * query: each instance has its own count.
 */
export function createSharedEvents() {
  const days = lazily(() => new LRUCache<string, Day>({ max: MAX_COUNTED }));

  function dayOf(key: string, at: number): Day {
    const known = days().get(key);
    if (known !== undefined && known.endsAt > at) return known;
    const begun: Day = { events: 0, endsAt: at + DAY_MS, minute: 0, keys: new Set() };
    days().set(key, begun);
    return begun;
  }

  /** @param isOne whether one act ended several sessions, which are one row of their own */
  function keyed(event: NewEvent, isOne: boolean): NewEvent {
    const { type, account_id: accountId, at, merge_key: given } = event;
    const sharing = isEventType(type) ? sharingOf(type) : null;
    if (sharing === null || accountId === null || given !== null) return event;
    const about = `${type} ${accountId}`;
    const day = dayOf(about, at);
    day.events += 1;
    if (day.events <= sharing.own) return event;
    const minute = Math.floor(at / MINUTE_MS);
    if (day.minute !== minute) Object.assign(day, { minute, keys: new Set() });
    const data: Record<string, unknown> = { ...Object(JSON.parse(event.data)) };
    const ways = [event.organization, ...sharing.by.map((field) => data[field])].join(' ');
    const whence = `${event.actor} ${addressBucket(event.ip_address ?? '')}`;
    const own = `${ways} ${whence}`;
    const hasOwn = day.keys.has(own) || day.keys.size < MOST_KEYS;
    if (hasOwn) day.keys.add(own);
    const isLimited = isEnd(event) && !UNLIMITED.has(String(data['reason']));
    const when = isOne || isLimited ? at : minute;
    return { ...event, merge_key: `${about} ${hasOwn ? own : ways} ${when}` };
  }

  /** The events, with a `merge_key` if they share a row. */
  return (events: readonly NewEvent[]): NewEvent[] => {
    const isOne = events.filter(isEnd).length > 1;
    const all = events.map((event) => keyed(event, isOne && isEnd(event)));
    return isOne ? namingAll(all) : all;
  };
}

/** Ends that an account can cause without limit. Each other act has a row of its own, which names what it has ended. */
const UNLIMITED: ReadonlySet<string> = new Set<SessionEnd>(['logout', 'limit']);

const isEnd = ({ type }: NewEvent): boolean => type === 'session.ended';

/** One event for the sessions that an act ended and that share a row, with all of their ids: receivers need each. */
function namingAll(events: readonly NewEvent[]): NewEvent[] {
  const [shared, others] = [[] as NewEvent[], [] as NewEvent[]];
  for (const event of events) (isEnd(event) && event.merge_key !== null ? shared : others).push(event);
  const ends = Map.groupBy(shared, ({ merge_key: key }) => key).values();
  return [
    ...others,
    ...[...ends].flatMap((all) => {
      const [first] = all;
      if (first === undefined) return [];
      const sessions = all.map(({ session_id: id }) => id);
      const data = JSON.stringify({ ...Object(JSON.parse(first.data)), sessions });
      return [{ ...first, count: all.length, data }];
    }),
  ];
}
