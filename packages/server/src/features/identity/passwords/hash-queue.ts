import os from 'node:os';

import { KeywardError } from '../../../errors.ts';
import { askerAt, createFairQueue } from '../../../lib/fair-queue.ts';

export interface HashQueueSize {
  /** The number of tasks that run at once. */
  permits: number;
  /** The number of tasks that may wait for a permit. */
  maxWaiting: number;
}

/** The party on whose behalf a task runs. */
export interface Asker {
  /**
   * All requests from one address (IPv6: one /64) wait in one queue. Undefined: the service itself, and superadmins.
   */
  ipAddress?: string | undefined;
  /** Aborts when the client no longer waits for the result. */
  signal?: AbortSignal | undefined;
}

export interface HashQueue {
  /**
   * Runs `task` as soon as a permit is free. Each address has a queue of its own, first come, first served. Networks
   * take turns (IPv4: one /24, IPv6: one /48), and in a network its addresses, so that neither can lock the others
   * out. When the queue is full, the network with the most tasks gives up the newest place of its longest queue.
   *
   * Rejects with `ServiceUnavailableError` (retry after 1 s) if there is no place for the task or it loses its place.
   * Rejects with the signal's reason if the signal aborts before the task starts; the place is then free at once. A
   * running task is never interrupted: native hashing cannot be stopped, so it keeps its memory, its core and its
   * permit.
   */
  run<T>(task: () => Promise<T>, asker?: Asker): Promise<T>;
  state(): { running: number; waiting: number };
}

/** Resolves with a permit; rejects when the place is lost. */
interface Waiter extends PromiseWithResolvers<void> {
  asker: string;
}

/** The queue of tasks without an address. */
const OWN = '';

/** A bounded queue in front of native hashing, so that a flood of logins cannot take all memory and cores. */
export function createHashQueue(size: HashQueueSize): HashQueue {
  const { permits, maxWaiting } = size;
  const waiters = createFairQueue<Waiter>(({ asker }) => asker);
  let running = 0;

  async function takePermit({ ipAddress, signal }: Asker): Promise<void> {
    signal?.throwIfAborted();
    if (running < permits) {
      running += 1;
      return;
    }
    const asker = ipAddress === undefined ? OWN : askerAt(ipAddress);
    if (waiters.size >= maxWaiting) makeRoom(asker);
    const waiter: Waiter = { asker, ...Promise.withResolvers<void>() };
    waiters.add(waiter);
    const abandon = (): void => {
      waiters.delete(waiter);
      waiter.reject(signal?.reason);
    };
    signal?.addEventListener('abort', abandon);
    try {
      await waiter.promise;
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
  }

  /** @throws KeywardError `ServiceUnavailableError` if that would be unfair */
  function makeRoom(asker: string): void {
    const [newest] = waiters.longestFor(asker);
    const full = new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
    if (newest === undefined) throw full;
    waiters.delete(newest);
    newest.reject(full);
  }

  function passPermitOn(): void {
    const next = waiters.next();
    // The permit is passed directly to the next waiter. If it counted as free in between, a newcomer could overtake.
    if (next === undefined) running -= 1;
    else next.resolve();
  }

  return {
    async run(task, asker = {}) {
      await takePermit(asker);
      try {
        return await task();
      } finally {
        passPermitOn();
      }
    },
    state: () => ({ running, waiting: waiters.size }),
  };
}

/** At the usual 10 ms per hash, the wait in a full queue is about one second. */
const WAITING_PER_PERMIT = 100;

/** The part of the memory that all running hashes together may take. */
const MEMORY_SHARE = 1 / 8;

/** The cores and the bytes of memory that a process may use. */
export type MachineShare = [cores: number, memory: number];

/**
 * The share of one of several processes on this machine. It has one core more than an equal share, because connections
 * spread unevenly, and no core should be idle while another process has waiting logins.
 */
export function machineShare(processes = 1): MachineShare {
  const cores = os.availableParallelism();
  return [Math.min(cores, Math.ceil(cores / processes) + 1), usableMemory() / processes];
}

/**
 * The queue's size for a machine: one permit per core, fewer if their hashes would fill the memory, at least one.
 *
 * @param cores cores that this process may use
 * @param memory bytes that this process may use
 * @param memoryCost KiB that one hash takes
 */
export function hashQueueSize(
  cores: number = os.availableParallelism(),
  memory: number = usableMemory(),
  memoryCost = 19_456,
): HashQueueSize {
  const affordable = Math.floor((memory * MEMORY_SHARE) / (memoryCost * 1024));
  const permits = Math.max(1, Math.min(cores, affordable));
  return { permits, maxWaiting: permits * WAITING_PER_PERMIT };
}

/** Costly checks take long, so fewer may wait for one. */
const COSTLY_WAITING_PER_PERMIT = 20;

/**
 * The size of the queue in which costly checks wait before they enter the main queue. They get half of the cores, so
 * that other passwords do not wait for them, and at most the same amount of memory again.
 *
 * @param memoryCost KiB that one check takes at most
 */
export function costlyQueueSize(
  memoryCost: number,
  cores: number = os.availableParallelism(),
  memory: number = usableMemory(),
): HashQueueSize {
  const { permits } = hashQueueSize(Math.floor(cores / 2), memory, memoryCost);
  return { permits, maxWaiting: permits * COSTLY_WAITING_PER_PERMIT };
}

/** A container's limit, if there is one. Without a limit the runtime reports 0 or an absurdly large number. */
function usableMemory(): number {
  return Math.min(process.constrainedMemory() || Infinity, os.totalmem());
}
