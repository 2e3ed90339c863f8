import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../lib/clock.ts';
import { createTaskQueue } from '../../../lib/task-queue.ts';
import type { Store } from '../../../store/database.ts';
import type { EventAge } from '../../../store/tables/event-sweep.ts';
import type { EventType } from '../../audit/events/event-types.ts';
import { UNDONE_KEPT_MS, UNDONE_TYPES } from '../../audit/events/undone-types.ts';
import type { Settings } from '../../settings/settings.ts';

const DAY_MS = 86_400_000;
const [ACTIVITY, AUDIT] = [0, 1] as const;

/** An account keeps this part of the rows of activity, and this many, whatever others do. */
const SHARE = 0.01;
const LEAST_SHARE = 1_000;

/**
 * An account loses these last: services that verify tokens read from them which sessions have ended, and strangers cause
 * most other activity, as failed sign-ins.
 */
const ENDS: readonly EventType[] = ['session.ended'];

export interface RetentionParts {
  store: Pick<Store, 'events'>;
  /** Gives events positions and counts them, before they are removed. */
  count: () => Promise<void>;
  settings: Settings;
  clock: Clock;
  report: (error: unknown) => void;
}

/**
 * Removes old events. Each class has its own limits, so that events that strangers cause never displace audit events.
 * Instances may sweep at the same time; each removes what is left.
 */
export function createRetention({ store, count, settings, clock, report }: RetentionParts) {
  const inTurn = createTaskQueue();
  const over = new AbortController();
  let stop: (() => void) | undefined;

  async function remove(audit: 0 | 1, age: EventAge, signal: AbortSignal): Promise<void> {
    const kept = { types: UNDONE_TYPES, since: clock.now() - UNDONE_KEPT_MS };
    while (!signal.aborted && (await store.events.sweep.remove(audit, age, kept)).more) await setImmediate();
  }

  /** The oldest of the newest `rows` events of activity; null if there are no more than these. */
  async function oldestKept(rows: number, signal: AbortSignal): Promise<EventAge | null> {
    let age: EventAge | null = null;
    for (let left = rows; left > 0 && !signal.aborted; await setImmediate()) {
      const step = await store.events.sweep.walk(ACTIVITY, age, left);
      if (step === null) return null;
      age = step;
      left -= step.passed;
    }
    return age;
  }

  /**
   * Removes the surplus of the accounts with the most activity. Otherwise one account that signs in again and again
   * would displace the activity of all others.
   */
  async function trimCrowds(rows: number, spared: readonly EventType[], signal: AbortSignal): Promise<void> {
    const share = Math.max(LEAST_SHARE, Math.floor(rows * SHARE));
    const { total, crowds } = await store.events.sweep.crowds(share);
    const level = levelFor(
      crowds.map((crowd) => crowd.rows),
      total - rows,
      share,
    );
    for (const { accountId, rows: owned } of crowds)
      for (let surplus = owned - level; surplus > 0 && !signal.aborted; await setImmediate()) {
        const { removed, more } = await store.events.sweep.trim(accountId, surplus, spared);
        surplus = more ? surplus - removed : 0;
      }
  }

  const sweep = (stopped?: AbortSignal) =>
    inTurn(async () => {
      const signal = stopped === undefined ? over.signal : AbortSignal.any([over.signal, stopped]);
      const { audit_days, activity_days, activity_rows } = settings.current.events;
      const now = clock.now();
      // This locks the events without a position, and a sweep skips locked rows.
      await count();
      await remove(AUDIT, { at: now - audit_days * DAY_MS, id: 0 }, signal);
      await remove(ACTIVITY, { at: now - activity_days * DAY_MS, id: 0 }, signal);
      if ((await oldestKept(activity_rows, signal)) === null) return;
      for (const spared of [ENDS, []]) await trimCrowds(activity_rows, spared, signal);
      const kept = await oldestKept(activity_rows, signal);
      // An interrupted scan has not found the oldest event to keep.
      if (kept !== null && !signal.aborted) await remove(ACTIVITY, kept, signal);
    });

  return {
    /** Removes events that are too old or too many, until the signal aborts. Called at the start and every hour. */
    sweep,

    /** Afterwards, a change of the limits takes effect at once. */
    start(): void {
      stop = settings.subscribe((next, previous) => {
        if (next.events !== previous.events) void sweep().catch(report);
      });
    },

    /** Stops removing events. Resolves when no removal is running. */
    close(): Promise<void> {
      over.abort();
      stop?.();
      return inTurn(async () => {});
    },
  };
}

/** The number of rows to which the largest crowds shrink, so that they lose `surplus` rows together, but keep a share. */
function levelFor(counts: readonly number[], surplus: number, share: number): number {
  let [low, high] = [share, Math.max(share, ...counts)];
  while (low < high) {
    const level = Math.ceil((low + high) / 2);
    const lost = counts.reduce((sum, count) => sum + Math.max(0, count - level), 0);
    if (lost >= surplus) low = level;
    else high = level - 1;
  }
  return low;
}
