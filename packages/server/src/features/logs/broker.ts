import { KeywardError } from '../../errors.ts';
import { createFollowers, type Follower as AnyFollower, type Followers } from '../../lib/followers.ts';
import type { Guarded } from '../sessions/stream-guard.ts';
import type { LogName } from './snapshots.ts';

/** A line of a log, as streams carry it. */
export interface StreamEvent {
  /** Unique and rising within a run of the process. A reader names it to continue from there. */
  id: string;
  line: string;
}

/** A reader who follows a log. */
export interface Follower extends AnyFollower, Guarded {
  /** All followers get the same array, so that it can be encoded once. */
  receive: (events: readonly StreamEvent[]) => void;
}

/** Brings new lines to followers. Knows nothing of HTTP. */
export interface Broker {
  /**
   * @param lastId the last event that the follower has seen
   * @returns the events to begin with: all after `lastId` if they are remembered, otherwise the last ten
   * @throws KeywardError `RateLimitedError`
   */
  follow(log: LogName, follower: Follower, lastId?: string): readonly StreamEvent[];
  leave(follower: Follower): void;
  publish(log: LogName, lines: readonly string[]): void;
  /** Replaces the remembered lines, for example by those from before this process began. */
  remember(log: LogName, lines: readonly string[]): void;
  readonly followers: Followers<Follower>;
  endAll(): void;
}

export const BACKLOG = 10;
const RETRY_AFTER_S = 5;
/** Lines of each log that are remembered for followers who come back. */
const REMEMBERED_LINES = 1_000;
const REMEMBERED_CHARACTERS = 512 * 1024;

export function createBroker(startedAt: number): Broker {
  const run = startedAt.toString(36);
  const followers = createFollowers<Follower>();
  const followed = new WeakMap<Follower, LogName>();
  const logs = { app: createMemory(), server: createMemory() };

  /** The last lines of one log. They become events when somebody follows, which is rare. */
  function createMemory() {
    let held: string[] = [];
    let characters = 0;
    let count = 0;

    /** The last lines, each with its number. */
    function events(lines: readonly string[]): StreamEvent[] {
      const first = count - lines.length + 1;
      return lines.map((line, index) => ({ id: `${run}-${first + index}`, line }));
    }

    /** Called now and then. Cuts the memory down to half of the most that it may hold in between. */
    function forgetOldest(): void {
      let from = Math.max(0, held.length - REMEMBERED_LINES);
      characters = held.slice(from).reduce((sum, { length }) => sum + length, 0);
      for (; characters > REMEMBERED_CHARACTERS; from += 1) characters -= held[from]?.length ?? 0;
      held = held.slice(from);
    }

    return {
      events,
      add(lines: readonly string[]): void {
        count += lines.length;
        for (const line of lines) {
          held.push(line);
          characters += line.length;
        }
        if (held.length > 2 * REMEMBERED_LINES || characters > 2 * REMEMBERED_CHARACTERS) forgetOldest();
      },
      forget(): void {
        held = [];
        characters = 0;
      },
      since(id: string | undefined): readonly StreamEvent[] {
        const [of, number = ''] = id?.split('-') ?? [];
        const seen = of === run && /^\d{1,15}$/.test(number) ? Number(number) : null;
        forgetOldest();
        if (seen === null || seen > count) return events(held.slice(-BACKLOG));
        return events(held.slice(Math.max(0, held.length - (count - seen))));
      },
    };
  }

  return {
    follow(log, follower, lastId) {
      if (!followers.add(follower)) {
        throw new KeywardError('RateLimitedError', {
          message: 'Too many log streams are open; close one first.',
          retryAfter: RETRY_AFTER_S,
        });
      }
      followed.set(follower, log);
      return logs[log].since(lastId);
    },

    leave: (follower) => followers.delete(follower),

    publish(log, lines) {
      const memory = logs[log];
      memory.add(lines);
      const ofLog = [...followers].filter((follower) => followed.get(follower) === log);
      if (ofLog.length === 0) return;
      const events = memory.events(lines);
      for (const follower of ofLog) follower.receive(events);
    },

    remember(log, lines) {
      logs[log].forget();
      logs[log].add(lines);
    },

    followers,

    endAll: () => followers.endAll(),
  };
}
