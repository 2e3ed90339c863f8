import { invalidFields, KeywardError } from '../../../errors.ts';
import {
  createSubscribers,
  createStreamSlots,
  type Subscriber,
  type StreamSlots,
} from '../../../lib/subscribers.ts';
import type { Store } from '../../../store/database.ts';
import {
  type EventFilter,
  type EventPage,
  type EventPageRequest,
  letsThrough,
} from '../../../store/tables/event-list.ts';
import type { EventRow } from '../../../store/engine/schema.ts';
import type { Guarded } from './guarded-response.ts';
import type { EventBody } from '../events/event-types.ts';
import type { EventNotifier } from './event-notifier.ts';
import { createTail } from './tail.ts';

/** The position at which a reader begins, and a filter of events. */
export interface FeedStart {
  filter: EventFilter;
  /** The position that the reader has reached; null: the beginning or the end of the audit log. */
  after: number | null;
}

export interface FeedRequest extends FeedStart {
  descending: boolean;
  limit: number;
  /** Aborts when the client no longer waits for the page. */
  signal?: AbortSignal | undefined;
}

export interface FeedPage {
  events: EventBody[];
  /** The position that the page reaches. The reader continues from here, in either direction. */
  position: number;
  hasMore: boolean;
}

/** An event, and the position that its reader reaches with it. */
export interface PositionedEvent {
  event: EventBody;
  position: number;
}

/** A reader who follows the audit log as a stream. */
export interface FeedSubscriber extends Subscriber, Guarded {}

/** Takes the events of a stream, in the order of commit. */
export interface FeedTaker {
  /**
   * Receives the events that exist when the reader begins, in parts. The next part waits until this resolves.
   */
  past: (found: readonly PositionedEvent[], more: boolean) => unknown;
  /** Receives later events. Nothing waits for its result. */
  live: (found: readonly PositionedEvent[]) => unknown;
}

/** A stream that is ready to begin. */
export interface FeedStream {
  /** The position at which it begins. */
  position: number;
  /** Sends the events. Resolves when the reader has caught up, or when the stream ends. */
  begin: (taker: FeedTaker, signal: AbortSignal) => Promise<void>;
}

export interface FeedParts {
  store: Pick<Store, 'events'>;
  news: EventNotifier;
  bodyOf: (row: EventRow) => EventBody | null;
  /** The limit of streams; default: this feed counts only its own. */
  slots?: StreamSlots;
}

/** Rows that are read at once for a reader who catches up, and for an export. */
const PART = 100;
const RETRY_AFTER_S = 5;

export type Feed = ReturnType<typeof createFeed>;

/** Reads the audit log in the order of commit. */
export function createFeed({ store, news, bodyOf, slots = createStreamSlots() }: FeedParts) {
  const tail = createTail({ store, news });
  const subscribers = createSubscribers<FeedSubscriber>();
  const waiting = new Set<Guarded>();
  const exporting = new Set<Guarded>();
  let closed = false;

  function positioned(rows: readonly EventRow[]): PositionedEvent[] {
    return rows.flatMap((row) => {
      const event = bodyOf(row);
      return event === null ? [] : [{ event, position: row.position ?? 0 }];
    });
  }

  /** Null if the client has disconnected. */
  async function unlessOver(signal: AbortSignal, request: EventPageRequest): Promise<EventPage | null> {
    try {
      return await store.events.list({ ...request, signal });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  async function page({ filter, after, descending, limit, signal }: FeedRequest): Promise<FeedPage> {
    // Positions are given before the page is read, so that no event can later appear at or before the position
    // of an empty page.
    const head = await news.look();
    if (!descending) assertReached(after, head);
    const span = descending
      ? { after: 0, upTo: Math.min(head, (after ?? Number.MAX_SAFE_INTEGER) - 1) }
      : { after: after ?? 0, upTo: head };
    const { rows, last, more } = await store.events.list({ filter, span, descending, limit, signal });
    return {
      events: positioned(rows).map(({ event }) => event),
      position: last ?? (descending ? (after ?? head) : Math.max(after ?? 0, head)),
      hasMore: more,
    };
  }

  async function open({ filter, after }: FeedStart): Promise<FeedStream & { leave: () => void }> {
    const subscription = await tail.subscribe();
    try {
      if (after !== null && after > subscription.position) assertReached(after, await news.look());
    } catch (error) {
      subscription.unsubscribe();
      throw error;
    }
    let at = after ?? subscription.position;
    return {
      position: at,
      leave: subscription.unsubscribe,
      async begin({ past, live }, signal) {
        while (!signal.aborted) {
          const upTo = subscription.position;
          if (at >= upTo) {
            // Events from now on come after this position.
            subscription.start((rows) => {
              const found = positioned(
                rows.filter((row) => (row.position ?? 0) > at && letsThrough(filter, row)),
              );
              if (found.length > 0) live(found);
            });
            return;
          }
          const part = await unlessOver(signal, {
            filter,
            span: { after: at, upTo },
            descending: false,
            limit: PART,
          });
          if (part === null) return;
          at = part.reached;
          const found = positioned(part.rows);
          if (found.length > 0) await past(found, part.more);
        }
      },
    };
  }

  return {
    page,

    /**
     * A page, as from {@link page}. If it is empty, waits for the first event that matches the filter.
     * @param ms at most this long; less if `signal` aborts, the session ends or the service stops
     */
    async wait(
      request: FeedRequest,
      { ms, reader, signal }: { ms: number; reader: Omit<Guarded, 'end'>; signal: AbortSignal },
    ): Promise<FeedPage> {
      const first = await page(request);
      if (first.events.length > 0 || ms === 0 || closed) return first;
      const { filter, limit } = request;
      const over = new AbortController();
      const end = () => over.abort();
      const timer = setTimeout(end, ms).unref();
      const ended = AbortSignal.any([over.signal, signal]);
      const guarded: Guarded = { ...reader, end };
      waiting.add(guarded);
      let stream: Awaited<ReturnType<typeof open>> | undefined;
      try {
        const { begin } = (stream = await open({ filter, after: first.position }));
        const { found, more } = await new Promise<{ found: readonly PositionedEvent[]; more: boolean }>(
          (resolve, reject) => {
            const nothing = () => resolve({ found: [], more: false });
            if (ended.aborted) nothing();
            ended.addEventListener('abort', nothing);
            const past: FeedTaker['past'] = (part, isCut) => resolve({ found: part, more: isCut });
            begin({ past, live: (part) => resolve({ found: part, more: false }) }, ended).catch(reject);
          },
        );
        const some = found.slice(0, limit);
        return {
          events: some.map(({ event }) => event),
          position: some.at(-1)?.position ?? first.position,
          hasMore: more || found.length > limit,
        };
      } finally {
        clearTimeout(timer);
        end();
        stream?.leave();
        waiting.delete(guarded);
      }
    },

    /**
     * A stream from a position, or from now on. `leave` ends it.
     * @throws KeywardError `RateLimitedError` for too many streams; the errors of the database
     */
    async follow(start: FeedStart, subscriber: FeedSubscriber): Promise<FeedStream & { leave: () => void }> {
      const { who } = subscriber;
      if (!(await slots.take(who)))
        throw new KeywardError('RateLimitedError', {
          message: 'Too many event streams are open; close one first.',
          retryAfter: RETRY_AFTER_S,
        });
      if (closed) {
        slots.leave(who);
        throw new KeywardError('ServiceUnavailableError', { retryAfter: RETRY_AFTER_S });
      }
      let hasSlot = true;
      const release = () => {
        subscribers.delete(subscriber);
        if (hasSlot) slots.leave(who);
        hasSlot = false;
      };
      subscribers.add(subscriber);
      try {
        const stream = await open(start);
        return {
          ...stream,
          leave() {
            stream.leave();
            release();
          },
        };
      } catch (error) {
        release();
        throw error;
      }
    },

    /**
     * All existing events that match a filter, oldest first, in parts.
     * @param reader ends with its session
     * @param signal aborts when the client no longer reads the events
     */
    async *export(
      filter: EventFilter,
      reader: Guarded,
      signal: AbortSignal,
    ): AsyncGenerator<readonly EventBody[], void, void> {
      exporting.add(reader);
      try {
        const upTo = await news.look();
        for (let after = 0; after < upTo;) {
          const part = await unlessOver(signal, {
            filter,
            span: { after, upTo },
            descending: false,
            limit: PART,
          });
          if (part === null) return;
          after = part.reached;
          if (part.rows.length > 0) yield positioned(part.rows).map(({ event }) => event);
        }
      } finally {
        exporting.delete(reader);
      }
    },

    /** The open responses that end with the session of their reader. */
    open: (): Guarded[] => [...subscribers, ...waiting, ...exporting],

    /** Ends the streams, and answers the waiting requests. Exports continue. Called when the service stops. */
    end(): void {
      closed = true;
      subscribers.endAll();
      for (const { end } of waiting) end();
    },
  };
}

/**
 * Refuses a cursor of another database, for example from before a backup was restored. Otherwise its reader would
 * receive nothing until the audit log had the same length again, and would miss the events before.
 * @throws KeywardError `ValidationError`
 */
function assertReached(after: number | null, head: number): void {
  if (after !== null && after > head)
    throw invalidFields({
      path: 'after',
      message:
        'is beyond the end of the audit log, for example after a backup was restored; leave it out to start again',
    });
}
