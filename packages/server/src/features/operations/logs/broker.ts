import { KeywardError } from '../../../errors.ts';
import {
  createSubscribers,
  type Subscriber as AnySubscriber,
  type Subscribers,
} from '../../../lib/subscribers.ts';
import type { Guarded } from '../../audit/log/guarded-response.ts';
import { idOf, type NumberedLines } from './memory.ts';
import type { LogName } from './snapshots.ts';

/** A line of a log, as streams carry it. */
export interface StreamEvent {
  /** A reader sends it to continue from there. */
  id: string;
  line: string;
}

/** A reader of a log's stream. */
export interface Subscriber extends AnySubscriber, Guarded {
  /** Called once, before the first event, when the reader is admitted. */
  begin: () => void;
  /** All subscribers get the same array, so that it can be encoded once. */
  receive: (events: readonly StreamEvent[]) => void;
}

/** Sends new lines to the subscribers in this process. Independent of HTTP. */
export interface Broker {
  /**
   * Begins with all lines after `lastId` if they are remembered, otherwise with the last ten. Each later line follows
   * once, in order. A subscriber that leaves or is removed before that never begins.
   * @param lastId the last event that the subscriber has seen
   * @throws KeywardError `RateLimitedError`
   */
  follow(log: LogName, subscriber: Subscriber, lastId?: string): Promise<void>;
  leave(subscriber: Subscriber): void;
  publish(log: LogName, lines: NumberedLines): void;
  readonly subscribers: Subscribers<Subscriber>;
  endAll(): void;
}

/** Remembers the lines. */
export interface Remembers {
  /** @throws KeywardError `RateLimitedError` */
  join: (log: LogName, who: string, lastId: string | undefined) => NumberedLines | Promise<NumberedLines>;
  /** Called once for each subscriber that joined. */
  left?: (log: LogName, who: string) => void;
}

const RETRY_AFTER_S = 5;

export function createBroker({ join, left }: Remembers): Broker {
  const subscribers = createSubscribers<Subscriber>();
  const places = new Map<Subscriber, Place>();

  interface Place {
    log: LogName;
    /** The lines that were published while the subscriber joined; null after that. */
    early: NumberedLines[] | null;
  }

  /** The subscriber may have been removed already. */
  function clear(subscriber: Subscriber): void {
    const place = places.get(subscriber);
    subscribers.delete(subscriber);
    places.delete(subscriber);
    if (place?.early === null) left?.(place.log, subscriber.who);
  }

  return {
    async follow(log, subscriber, lastId) {
      if (!subscribers.add(subscriber)) throw tooManyStreams();
      const early: NumberedLines[] = [];
      const place: Place = { log, early };
      places.set(subscriber, place);
      let backlog: NumberedLines;
      try {
        backlog = await join(log, subscriber.who, lastId);
      } catch (error) {
        clear(subscriber);
        throw error;
      }
      if (!places.has(subscriber)) return left?.(log, subscriber.who);
      place.early = null;
      subscriber.begin();
      const next = backlog.first + backlog.lines.length;
      for (const lines of [backlog, ...early.filter(({ first }) => first >= next)])
        if (lines.lines.length > 0) subscriber.receive(eventsOf(lines));
    },

    leave: clear,

    publish(log, lines) {
      if (places.size === 0) return;
      let events: StreamEvent[] | undefined;
      for (const [subscriber, place] of places) {
        if (place.log !== log) continue;
        if (place.early === null) subscriber.receive((events ??= eventsOf(lines)));
        else place.early.push(lines);
      }
    },

    subscribers,

    endAll() {
      for (const subscriber of subscribers) {
        clear(subscriber);
        subscriber.end();
      }
    },
  };
}

export function tooManyStreams(): KeywardError {
  return new KeywardError('RateLimitedError', {
    message: 'Too many log streams are open; close one first.',
    retryAfter: RETRY_AFTER_S,
  });
}

function eventsOf({ run, first, lines }: NumberedLines): StreamEvent[] {
  return lines.map((line, index) => ({ id: idOf(run, first + index), line }));
}
