import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../../lib/clock.ts';
import { createTaskQueue } from '../../../lib/task-queue.ts';
import { isDatabaseUnavailable } from '../../../store/engine/database-errors.ts';
import type { EventStore } from '../../../store/tables/events.ts';
import type { NewEvent } from '../../../store/engine/schema.ts';
import { newEventId } from '../events/event.ts';

/**
 * Stores events that anonymous requests can repeat without limit. Events with the same key share one row, which
 * counts them.
 */
export interface CoalescedAttempts {
  /**
   * Resolves when the row of the event is stored, or when the database is unavailable: then it is stored later.
   * Further events with the same key are counted in memory until {@link write}.
   * @param event has a `merge_key`
   * @param until the time after which the key is no longer used
   */
  add(event: NewEvent, until: number): Promise<void>;
  /** Writes the counts. Called every second and at the end. */
  write(): Promise<void>;
}

interface Row {
  event: NewEvent;
  until: number;
  /** Resolves when the first attempt to store the row has finished. */
  stored: Promise<void>;
  isSettled: boolean;
  /** Not written yet. */
  count: number;
}

/** The number of rows to remember. A repeated event for a row that is not remembered costs a statement. */
const MAX_ROWS = 10_000;
/**
 * The least time between two commits. Events in between share a commit, because each commit syncs the disk on SQLite.
 */
const GATHER_MS = 10;

export function createCoalescedAttempts(deps: {
  store: Pick<EventStore, 'merge'>;
  clock: Clock;
  maxRows?: number;
}): CoalescedAttempts {
  const { store, clock, maxRows = MAX_ROWS } = deps;
  const rows = new Map<string, Row>();
  const inTurn = createTaskQueue();
  let waiting: NewEvent[] = [];
  let next: Promise<void> | undefined;

  /** Stores the waiting events. */
  const flush = () => {
    const batch = waiting;
    waiting = [];
    next = undefined;
    return store.merge(batch);
  };

  function keep(event: NewEvent): Promise<void> {
    waiting.push(event);
    if (next === undefined) {
      next = inTurn(flush);
      void inTurn(() => setTimeout(GATHER_MS));
    }
    return next;
  }

  async function first(row: Row): Promise<void> {
    try {
      await keep(row.event);
    } catch (error) {
      row.count += 1;
      if (!isDatabaseUnavailable(error)) throw error;
    } finally {
      row.isSettled = true;
    }
  }

  return {
    async add(event, until) {
      const key = String(event.merge_key);
      const known = rows.get(key);
      if (known !== undefined) {
        known.count += 1;
        return known.stored;
      }
      const row: Row = { event, until, stored: Promise.resolve(), isSettled: false, count: 0 };
      if (rows.size < maxRows) rows.set(key, row);
      row.stored = first(row);
      return row.stored;
    },

    async write() {
      const now = clock.now();
      const unwritten: { row: Row; count: number }[] = [];
      for (const [key, row] of rows) {
        if (!row.isSettled) continue;
        if (row.count > 0) unwritten.push({ row, count: row.count });
        else if (row.until <= now) rows.delete(key);
      }
      if (unwritten.length === 0) return;
      for (const { row, count } of unwritten) row.count -= count;
      try {
        await store.merge(
          unwritten.map(({ row: { event }, count }) => ({ ...event, uid: newEventId(), count })),
        );
      } catch (error) {
        for (const { row, count } of unwritten) row.count += count;
        // Not reported here: requests report an unavailable database.
        if (!isDatabaseUnavailable(error)) throw error;
      }
    },
  };
}
