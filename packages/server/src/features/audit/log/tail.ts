import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../../store/database.ts';
import type { EventRow } from '../../../store/engine/schema.ts';
import type { EventNotifier } from './event-notifier.ts';

/** Receives events in the order of commit, and the position up to which they are complete. */
export type RowListener = (rows: readonly EventRow[], position: number) => void;

/** The newest events, read once for all subscribers. */
export interface Tail {
  /** @throws the errors of the database */
  subscribe(): Promise<TailSubscription>;
}

export interface TailSubscription {
  /** A reader that has reached this position and starts now misses nothing. */
  readonly position: number;
  start(listener: RowListener): void;
  unsubscribe: () => void;
}

const READ_AT_ONCE = 200;
/** The pause after a failed read. */
const RETRY_MS = 250;
const ANY = {
  types: null,
  accountId: null,
  actor: null,
  ipAddress: null,
  organization: null,
  words: null,
  since: null,
  until: null,
};

export function createTail({ store, news }: { store: Pick<Store, 'events'>; news: EventNotifier }): Tail {
  let run: ReturnType<typeof beginRun> | undefined;

  function beginRun() {
    const listeners = new Set<RowListener>();
    let subscribers = 0;
    let started = false;
    let position = 0;
    let newest = 0;
    let reading = false;

    async function read(): Promise<void> {
      if (reading || !started) return;
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
          for (const listener of listeners) listener(rows, position);
          // Responses must be sent before the next batch, or fast readers would appear slow.
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
      started = true;
      void read();
    })();

    return {
      ready,
      add: () => (subscribers += 1),
      remove() {
        subscribers -= 1;
        if (subscribers > 0) return;
        stop();
        run = undefined;
      },
      listeners,
      get position() {
        return position;
      },
    };
  }

  return {
    async subscribe() {
      const current = (run ??= beginRun());
      current.add();
      let own: RowListener | undefined;
      let ended = false;
      const unsubscribe = () => {
        if (ended) return;
        ended = true;
        if (own !== undefined) current.listeners.delete(own);
        current.remove();
      };
      try {
        await current.ready;
      } catch (error) {
        unsubscribe();
        throw error;
      }
      return {
        get position() {
          return current.position;
        },
        start(listener) {
          if (ended) return;
          own = listener;
          current.listeners.add(listener);
        },
        unsubscribe,
      };
    },
  };
}
