import type { Clock } from '../../../lib/clock.ts';
import { createFairQueue, networkIn } from '../../../lib/fair-queue.ts';

/**
 * `refused`: give this item up. `later`: retry this item. `away`: the server is unavailable, so nothing can be
 * delivered now. `left`: it is no longer in the queue, because another queue has taken it over.
 */
export type Outcome = 'done' | 'refused' | 'later' | 'away' | 'left';

export interface QueueState {
  /** Accepted and not finished: waiting or in delivery. */
  queued: number;
  /** The number of pending items that have failed at least once. */
  retrying: number;
  /** Since the start. */
  sent: number;
  /** Given up since the start. */
  failed: number;
}

export interface DeliveryQueue<Item> {
  /**
   * Accepts an item and returns at once. In a full queue, it replaces the newest item of the longest line in the
   * network with the most items. Returns false if that would be unfair, or if the queue is closing.
   */
  add(item: Item): boolean;
  /** Whether an item of this asker would be accepted now. */
  hasRoom(asker: string): boolean | Promise<boolean>;
  state(): QueueState;
  /**
   * Accepts nothing more, delivers due items for `deadlineMs`, and then ends the deliveries that still run.
   * @returns the items that were not delivered
   */
  close(deadlineMs: number): Promise<Item[]>;
}

export interface DeliveryQueueParts<Item> {
  capacity: number;
  /** The number of simultaneous deliveries. */
  concurrency: number;
  /**
   * The part of them that one network can take up, because a server may take long for recipients that somebody
   * chooses. Default: all
   */
  mostOfNetwork?: number;
  /** The server that an item keeps waiting: it has the same limit as a network. Default: any */
  serverOf?: (item: Item) => string;
  /** Must not throw. The signal aborts when the queue stops waiting for the delivery. */
  deliver: (item: Item, signal: AbortSignal) => Promise<Outcome>;
  /** Called for each item that is given up without an attempt. */
  onDropped: (item: Item, why: 'expired' | 'displaced') => void;
  clock: Clock;
  /** From 0 to below 1. */
  random: () => number;
}

interface Entry<Item> {
  item: Item;
  failures: number;
}

/** Attempts at a time while the server is unavailable. */
const TESTS = 2;
const FIRST_BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 15_000;
/**
 * The queue does nothing for an item right after it is added. The work would delay the answer to the request that
 * added it, and so reveal that there was something to send.
 */
const SHORTEST_START_MS = 20;
const LONGEST_START_MS = 80;

/** An item that a queue delivers. */
export interface Deliverable {
  expiresAt: number;
  /** The sender of the request that caused it, as fair queues read it. */
  asker: string;
}

/**
 * A bounded queue in memory that tries until each item expires. An item that is refused for now waits alone, with
 * exponential back-off. While the server is unavailable, everything waits, and one item of a network, of two at most,
 * tests whether it is available again. So an unavailable server gets as many attempts for a thousand items as for two,
 * and all items are sent once it is available.
 */
export function createDeliveryQueue<Item extends Deliverable>(
  parts: DeliveryQueueParts<Item>,
): DeliveryQueue<Item> {
  const { capacity, concurrency, mostOfNetwork = concurrency, deliver, onDropped, clock, random } = parts;
  const { serverOf } = parts;
  const askerOf = ({ item }: Entry<Item>) => item.asker;
  /** Items that are ready, running or waiting for a retry. */
  const all = createFairQueue(askerOf);
  const ready = createFairQueue(askerOf);
  const running = new Set<Entry<Item>>();
  let sent = 0;
  let failed = 0;
  let starting = false;
  let paused = false;
  /** Consecutive attempts that found the server unavailable. */
  let awayInRow = 0;
  let closing = false;
  const stopWaiting = new AbortController();
  const abandon = new AbortController();
  const idle = Promise.withResolvers<void>();

  function backOff(failures: number): number {
    const longest = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (failures - 1));
    return longest * (0.5 + random() / 2);
  }

  /** Runs an action later, unless the queue closes first. */
  async function after(ms: number, action: () => void): Promise<void> {
    await clock.sleep(ms, stopWaiting.signal);
    if (!closing) action();
  }

  function isExpired({ item }: Entry<Item>): boolean {
    if (item.expiresAt > clock.now()) return false;
    failed++;
    onDropped(item, 'expired');
    return true;
  }

  function drop(entry: Entry<Item>): void {
    all.delete(entry);
    ready.delete(entry);
  }

  function dropExpired(): void {
    for (const entry of all) if (!running.has(entry) && isExpired(entry)) drop(entry);
  }

  /** The item that an item of `asker` would replace. */
  const newestFor = (asker: string) => all.longestFor(asker).find((entry) => !running.has(entry));

  /** Whether there is room for an item of `asker`. Makes room if that is fair. */
  function makeRoom(asker: string): boolean {
    if (all.size >= capacity) dropExpired();
    if (all.size < capacity) return true;
    const entry = newestFor(asker);
    if (entry === undefined) return false;
    drop(entry);
    failed++;
    onDropped(entry.item, 'displaced');
    return true;
  }

  /** An item whose network has room for it. */
  function nextReady(): Entry<Item> | undefined {
    const most = awayInRow > 0 ? 1 : mostOfNetwork;
    const isFull = (entry: Entry<Item>, groupOf: (item: Item) => string) =>
      [...running].filter(({ item }) => groupOf(item) === groupOf(entry.item)).length >= most;
    return ready.next(
      (entry) =>
        !isFull(entry, ({ asker }) => networkIn(asker)) &&
        (serverOf === undefined || !isFull(entry, serverOf)),
    );
  }

  function wake(): void {
    const places = paused ? 0 : Math.min(awayInRow > 0 ? TESTS : concurrency, concurrency);
    while (running.size < places) {
      const entry = nextReady();
      if (entry === undefined) break;
      if (isExpired(entry)) {
        all.delete(entry);
        continue;
      }
      running.add(entry);
      void run(entry);
    }
    if (closing && running.size === 0) idle.resolve();
  }

  async function run(entry: Entry<Item>): Promise<void> {
    const outcome = await deliver(entry.item, abandon.signal);
    running.delete(entry);
    if (outcome !== 'away') awayInRow = 0;
    if (outcome === 'done') sent++;
    if (outcome === 'refused') failed++;
    if (outcome !== 'later' && outcome !== 'away') all.delete(entry);
    else {
      entry.failures++;
      if (outcome === 'later') rest(entry);
      else {
        // The item goes to the end of the queue, so that another one is tried next, in case this one broke the
        // connection.
        ready.add(entry);
        pause();
      }
    }
    wake();
  }

  function rest(entry: Entry<Item>): void {
    void after(backOff(entry.failures), () => {
      // The item may have been dropped in the meantime.
      if (!all.has(entry)) return;
      ready.add(entry);
      wake();
    });
  }

  function pause(): void {
    if (paused) return;
    paused = true;
    awayInRow++;
    void after(backOff(awayInRow), () => {
      paused = false;
      dropExpired();
      wake();
    });
  }

  return {
    add(item) {
      if (closing || !makeRoom(item.asker)) return false;
      const entry = { item, failures: 0 };
      all.add(entry);
      ready.add(entry);
      if (!starting) {
        starting = true;
        void after(SHORTEST_START_MS + random() * (LONGEST_START_MS - SHORTEST_START_MS), () => {
          starting = false;
          wake();
        });
      }
      return true;
    },

    hasRoom(asker) {
      if (closing) return false;
      if (all.size >= capacity) dropExpired();
      return all.size < capacity || newestFor(asker) !== undefined;
    },

    state() {
      dropExpired();
      return {
        queued: all.size,
        retrying: [...all].filter(({ failures }) => failures > 0).length,
        sent,
        failed,
      };
    },

    async close(deadlineMs) {
      closing = true;
      stopWaiting.abort();
      wake();
      const done = new AbortController();
      await Promise.race([idle.promise, clock.sleep(deadlineMs, done.signal)]);
      done.abort();
      paused = true;
      abandon.abort();
      await idle.promise;
      dropExpired();
      return [...all].map(({ item }) => item);
    },
  };
}
