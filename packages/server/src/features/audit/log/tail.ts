import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../../store/database.ts';
import type { EventRow } from '../../../store/engine/schema.ts';
import type { EventNotifier } from './event-notifier.ts';

/** Receives events in the order of commit, and the position up to which they are complete. */
export type TakeRows = (rows: readonly EventRow[], position: number) => void;

/** The newest events, read once for all who follow them. */
export interface Tail {
  /** @returns a place among the readers; call its `leave` at the end @throws the errors of the database */
  join(): Promise<Place>;
}

export interface Place {
  /** A reader that has reached this position and begins now misses nothing. */
  readonly position: number;
  begin(take: TakeRows): void;
  leave: () => void;
}

const READ_AT_ONCE = 200;
/** The pause after a failed read. */
const RETRY_MS = 250;
const ANY = { types: null, accountId: null, actor: null, ipAddress: null, since: null, until: null };

export function createTail({ store, news }: { store: Pick<Store, 'events'>; news: EventNotifier }): Tail {
  let run: ReturnType<typeof begin> | undefined;

  function begin() {
    const takers = new Set<TakeRows>();
    let places = 0;
    let begun = false;
    let position = 0;
    let newest = 0;
    let reading = false;

    async function read(): Promise<void> {
      if (reading || !begun) return;
      reading = true;
      try {
        while (position < newest) {
          const span = { after: position, upTo: newest };
          const { rows, reached } = await store.events.news({
            filter: ANY,
            span,
            descending: false,
            limit: READ_AT_ONCE,
          });
          position = reached;
          for (const take of takers) take(rows, position);
          // Responses must be sent before the next batch, or fast readers would look slow.
          await setImmediate();
        }
      } catch {
        // Not reported here: requests report an unavailable database.
        setTimeout(() => void read(), RETRY_MS).unref();
      } finally {
        reading = false;
      }
    }

    const stop = news.follow((head) => {
      newest = Math.max(newest, head);
      void read();
    });
    const ready = (async () => {
      position = await news.look();
      begun = true;
      void read();
    })();

    return {
      ready,
      enter: () => (places += 1),
      leave() {
        places -= 1;
        if (places > 0) return;
        stop();
        run = undefined;
      },
      takers,
      get position() {
        return position;
      },
    };
  }

  return {
    async join() {
      const joined = (run ??= begin());
      joined.enter();
      let taker: TakeRows | undefined;
      let left = false;
      const leave = () => {
        if (left) return;
        left = true;
        if (taker !== undefined) joined.takers.delete(taker);
        joined.leave();
      };
      try {
        await joined.ready;
      } catch (error) {
        leave();
        throw error;
      }
      return {
        get position() {
          return joined.position;
        },
        begin(take) {
          if (left) return;
          taker = take;
          joined.takers.add(take);
        },
        leave,
      };
    },
  };
}
