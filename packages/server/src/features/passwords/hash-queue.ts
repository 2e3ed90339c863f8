import os from 'node:os';

import { KeywardError } from '../../errors.ts';

export interface HashQueueSize {
  /** How many tasks run at once. */
  permits: number;
  /** How many more may wait for a permit. */
  maxWaiting: number;
}

export interface HashQueue {
  /**
   * Runs `task` as soon as a permit is free, first come, first served.
   *
   * Rejects with `ServiceUnavailableError` (retry after 1 s) when every place is taken, and with the signal's
   * reason when `signal` aborts before the task starts: the place is then free at once.
   * A task that runs is never cut short: native hashing cannot be stopped, so its memory and its core stay
   * taken, and so does its permit.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  state(): { running: number; waiting: number };
}

/** A bounded queue in front of native hashing, so that a storm of logins cannot take all memory and cores. */
export function createHashQueue({ permits, maxWaiting }: HashQueueSize): HashQueue {
  let running = 0;
  // A set keeps the order of arrival, and an abandoned request leaves it in constant time.
  const waiting = new Set<() => void>();

  async function takePermit(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (running < permits) {
      running += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      waiting.delete(enter);
      reject(signal?.reason);
    };
    const enter = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    waiting.add(enter);
    signal?.addEventListener('abort', leave, { once: true });
    await promise;
  }

  function passPermitOn(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    // The permit goes straight to the next in line: counting it as free in between would let a newcomer overtake.
    waiting.delete(next);
    next();
  }

  return {
    async run(task, signal) {
      await takePermit(signal);
      try {
        return await task();
      } finally {
        passPermitOn();
      }
    },
    state: () => ({ running, waiting: waiting.size }),
  };
}

/** At the usual 10 ms a hash, a full queue is about one second of waiting. */
const WAITING_PER_PERMIT = 100;

/** Running hashes together take at most this part of the memory. */
const MEMORY_SHARE = 1 / 8;

/**
 * The queue's size for a machine: a permit per core, fewer where their hashes would fill the memory, at least one.
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

/** Costly checks take long, so that fewer may wait for one. */
const COSTLY_WAITING_PER_PERMIT = 20;

/**
 * The size of the line that costly checks stand in before they may enter the queue: they hold half of the cores, so that
 * everybody else's password does not wait for them, and at most the same part of the memory again.
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

/** A container's limit where there is one; without one the runtime reports 0 or an absurdly large number. */
function usableMemory(): number {
  return Math.min(process.constrainedMemory() || Infinity, os.totalmem());
}
