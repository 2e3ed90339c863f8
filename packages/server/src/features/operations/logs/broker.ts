import { KeywardError } from '../../../errors.ts';
import { createFollowers, type Follower as AnyFollower, type Followers } from '../../../lib/followers.ts';
import type { Guarded } from '../../audit/log/guarded.ts';
import { idOf, type NumberedLines } from './memory.ts';
import type { LogName } from './snapshots.ts';

/** A line of a log, as streams carry it. */
export interface StreamEvent {
  /** A reader names it to continue from there. */
  id: string;
  line: string;
}

/** A reader who follows a log. */
export interface Follower extends AnyFollower, Guarded {
  /** Called once, before the first event: the reader may follow. */
  begin: () => void;
  /** All followers get the same array, so that it can be encoded once. */
  receive: (events: readonly StreamEvent[]) => void;
}

/** Brings new lines to the followers in this process. Knows nothing of HTTP. */
export interface Broker {
  /**
   * Begins with all lines after `lastId` if they are remembered, otherwise with the last ten. Each later line follows
   * once, in order. A follower who leaves or is ended meanwhile never begins.
   * @param lastId the last event that the follower has seen
   * @throws KeywardError `RateLimitedError`
   */
  follow(log: LogName, follower: Follower, lastId?: string): Promise<void>;
  leave(follower: Follower): void;
  publish(log: LogName, lines: NumberedLines): void;
  readonly followers: Followers<Follower>;
  endAll(): void;
}

/** Whoever remembers the lines. */
export interface Remembers {
  /** @throws KeywardError `RateLimitedError` */
  join: (log: LogName, who: string, lastId: string | undefined) => NumberedLines | Promise<NumberedLines>;
  /** Called once for each follower who joined. */
  left?: (log: LogName, who: string) => void;
}

const RETRY_AFTER_S = 5;

export function createBroker({ join, left }: Remembers): Broker {
  const followers = createFollowers<Follower>();
  const places = new Map<Follower, Place>();

  interface Place {
    log: LogName;
    /** What was published while the follower joined; null from then on. */
    early: NumberedLines[] | null;
  }

  /** The follower may have gone by another way before. */
  function clear(follower: Follower): void {
    const place = places.get(follower);
    followers.delete(follower);
    places.delete(follower);
    if (place?.early === null) left?.(place.log, follower.who);
  }

  return {
    async follow(log, follower, lastId) {
      if (!followers.add(follower)) throw tooManyStreams();
      const early: NumberedLines[] = [];
      const place: Place = { log, early };
      places.set(follower, place);
      let backlog: NumberedLines;
      try {
        backlog = await join(log, follower.who, lastId);
      } catch (error) {
        clear(follower);
        throw error;
      }
      if (!places.has(follower)) return left?.(log, follower.who);
      place.early = null;
      follower.begin();
      const next = backlog.first + backlog.lines.length;
      for (const lines of [backlog, ...early.filter(({ first }) => first >= next)])
        if (lines.lines.length > 0) follower.receive(eventsOf(lines));
    },

    leave: clear,

    publish(log, lines) {
      if (places.size === 0) return;
      let events: StreamEvent[] | undefined;
      for (const [follower, place] of places) {
        if (place.log !== log) continue;
        if (place.early === null) follower.receive((events ??= eventsOf(lines)));
        else place.early.push(lines);
      }
    },

    followers,

    endAll() {
      for (const follower of followers) {
        clear(follower);
        follower.end();
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
