import { createTaskQueue } from '../../../lib/task-queue.ts';
import type { Store } from '../../../store/database.ts';

/** Finds the newest events of the audit log, whichever instance wrote them. */
export interface EventNotifier {
  /**
   * Gives every committed event its position, and finds the newest one.
   * @returns its position: readers see every event at or before it, and no further event will appear there
   */
  look(): Promise<number>;
  /**
   * Calls `listener` with each newer position that {@link look} finds. While there are listeners, it checks after each
   * commit of this instance, and every 100 ms for the commits of others.
   * @returns a function that ends the subscription
   */
  follow(listener: (position: number) => void): () => void;
}

/** How often to check for events of other instances. */
const LOOK_MS = 100;
/** The shortest interval between two queries. Commits in between share a query. */
const GATHER_MS = 20;

export function createEventNotifier(store: Pick<Store, 'events' | 'onEvents'>): EventNotifier {
  const inTurn = createTaskQueue();
  const listeners = new Set<(position: number) => void>();
  let known = 0;
  let next: NodeJS.Timeout | undefined;
  let soon = false;

  const look = () =>
    inTurn(async () => {
      soon = false;
      while (await store.events.place());
      const position = await store.events.head();
      if (position > known) {
        known = position;
        for (const listener of listeners) listener(position);
      }
      return known;
    });

  function lookIn(ms: number): void {
    clearTimeout(next);
    next = setTimeout(() => {
      // Not reported here: requests report an unavailable database.
      void look()
        .catch(() => {})
        .finally(() => {
          if (listeners.size > 0) lookIn(soon ? GATHER_MS : LOOK_MS);
        });
    }, ms).unref();
  }

  store.onEvents(() => {
    if (soon || listeners.size === 0) return;
    soon = true;
    lookIn(GATHER_MS);
  });

  return {
    look,
    follow(listener) {
      listeners.add(listener);
      if (listeners.size === 1) lookIn(0);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(next);
      };
    },
  };
}
