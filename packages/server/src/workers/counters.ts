import type { Counters } from '../features/limits/limits-feature.ts';
import type { Place } from '../store/tables/failure-counts.ts';
import type { FailureStore } from '../store/tables/failures.ts';
import type { Channel } from './channel.ts';

type Guesses = Pick<FailureStore, 'take' | 'end'>;

/**
 * Lets a worker count in this process. The guesses that a worker leaves unfinished when it dies count as failed: they
 * may have been answered, and a crash must not grant more guesses.
 */
export function exposeCounters(channel: Channel, { failures, retries }: Counters): void {
  channel.expose('failures', {
    ...bound(channel, failures),
    forget: failures.forget,
    counting: failures.counting,
    ofSubjects: failures.ofSubjects,
  });
  channel.expose('retries', bound(channel, retries));
}

function bound(channel: Channel, guesses: Guesses): Guesses {
  const unfinished: Place[] = [];
  channel.onClose(() => void guesses.end(unfinished, true));
  return {
    async take(keys, now) {
      const places = await guesses.take(keys, now);
      if (places.every(({ count, limit }) => count <= limit)) unfinished.push(...places);
      return places;
    },
    async end(places, failed) {
      for (const { counter, windowEndsAt } of places) {
        const index = unfinished.findIndex(
          (place) => place.counter === counter && place.windowEndsAt === windowEndsAt,
        );
        if (index !== -1) unfinished.splice(index, 1);
      }
      await guesses.end(places, failed);
    },
  };
}

/** The counters of the supervisor, which restores, writes and expires them itself. */
export function remoteCounters(channel: Channel): Counters {
  const { take, end, forget, counting, ofSubjects } = channel.remote<Counters['failures']>('failures');
  const { take: takeRetry, end: endRetry } = channel.remote<Guesses>('retries');
  return {
    failures: {
      take,
      end,
      forget,
      counting,
      ofSubjects,
      restore: async () => {},
      write: async () => {},
      deleteExpired: async () => {},
    },
    retries: { take: takeRetry, end: endRetry },
  };
}
