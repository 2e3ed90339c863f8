import os from 'node:os';

import { KeywardError } from '../../../errors.ts';
import { addressBucket, networkOf } from '../../../lib/address.ts';

export interface HashQueueSize {
  /** The number of tasks that run at once. */
  permits: number;
  /** The number of tasks that may wait for a permit. */
  maxWaiting: number;
}

/** The party on whose behalf a task runs. */
export interface Asker {
  /**
   * All requests from one address (IPv6: one /64) wait in one line. Undefined: the service itself, and superadmins.
   */
  ipAddress?: string | undefined;
  /** Aborts when nobody waits for the outcome any more. */
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
   * running task is never cut short: native hashing cannot be stopped, so it keeps its memory, its core and its
   * permit.
   */
  run<T>(task: () => Promise<T>, asker?: Asker): Promise<T>;
  state(): { running: number; waiting: number };
}

/** Resolves with a permit; rejects when the place is lost. */
type Waiter = PromiseWithResolvers<void>;

/** The waiters of one address, in the order of arrival. A set, so that one can leave in constant time. */
type Line = Set<Waiter>;

/** The lines of one network, by address, in the order of their turns. No line is empty. */
interface Network {
  waiting: number;
  lines: Map<string, Line>;
}

/** Where a task waits. */
interface Place {
  network: string;
  address: string;
}

/** The place of tasks without an address. */
const OWN: Place = { network: '', address: '' };

/** A bounded queue in front of native hashing, so that a flood of logins cannot take all memory and cores. */
export function createHashQueue(size: HashQueueSize): HashQueue {
  let { permits, maxWaiting } = size;
  let running = 0;
  let waiting = 0;
  /** In the order of their turns. None is empty. */
  const networks = new Map<string, Network>();

  async function takePermit({ ipAddress, signal }: Asker): Promise<void> {
    signal?.throwIfAborted();
    if (running < permits) {
      running += 1;
      return;
    }
    const place =
      ipAddress === undefined ? OWN : { network: networkOf(ipAddress), address: addressBucket(ipAddress) };
    if (waiting >= maxWaiting) makeRoom(place);
    const waiter: Waiter = Promise.withResolvers();
    enter(place, waiter);
    const abandon = (): void => {
      leave(place, waiter);
      waiter.reject(signal?.reason);
    };
    signal?.addEventListener('abort', abandon);
    try {
      await waiter.promise;
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
  }

  /** @throws KeywardError `ServiceUnavailableError` unless another network or address has more than the newcomer's would */
  function makeRoom(place: Place): void {
    const own = networks.get(place.network);
    const [most, crowd] = largest(networks, ({ waiting: count }) => count);
    // In its own network, a newcomer competes with the other addresses.
    const [network, from] =
      (crowd?.waiting ?? 0) > (own?.waiting ?? 0) + 1 ? [most, crowd] : [place.network, own];
    const [address, line] = largest(from?.lines ?? new Map<string, Line>(), (one) => one.size);
    const newest = [...(line ?? [])].at(-1);
    const full = new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
    const isFair = from !== own || (line?.size ?? 0) > (own?.lines.get(place.address)?.size ?? 0) + 1;
    if (newest === undefined || !isFair) throw full;
    leave({ network, address }, newest);
    newest.reject(full);
  }

  function enter({ network, address }: Place, waiter: Waiter): void {
    const inNetwork = networks.get(network) ?? { waiting: 0, lines: new Map<string, Line>() };
    const line = inNetwork.lines.get(address) ?? new Set();
    networks.set(network, inNetwork);
    inNetwork.lines.set(address, line.add(waiter));
    inNetwork.waiting += 1;
    waiting += 1;
  }

  function leave({ network, address }: Place, waiter: Waiter): void {
    const inNetwork = networks.get(network);
    const line = inNetwork?.lines.get(address);
    if (inNetwork === undefined || line?.delete(waiter) !== true) return;
    waiting -= 1;
    inNetwork.waiting -= 1;
    if (line.size === 0) inNetwork.lines.delete(address);
    if (inNetwork.waiting === 0) networks.delete(network);
  }

  function passPermitOn(): void {
    const [network, inNetwork] = first(networks);
    const [address, line] = first(inNetwork?.lines ?? new Map<string, Line>());
    const [next] = line ?? [];
    if (running > permits || inNetwork === undefined || line === undefined || next === undefined) {
      running -= 1;
      return;
    }
    // The next turns of the network and of the address come after those of the others.
    networks.delete(network);
    networks.set(network, inNetwork);
    inNetwork.lines.delete(address);
    inNetwork.lines.set(address, line);
    leave({ network, address }, next);
    // The permit goes straight to the next waiter. If it counted as free in between, a newcomer could overtake.
    next.resolve();
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
    state: () => ({ running, waiting }),
  };
}

/** The last of the entries of a map that have the most; an empty map has none. */
function largest<T>(map: ReadonlyMap<string, T>, size: (value: T) => number): [string, T | undefined] {
  let found: [string, T | undefined] = ['', undefined];
  for (const [key, value] of map)
    if (found[1] === undefined || size(value) >= size(found[1])) found = [key, value];
  return found;
}

function first<T>(map: ReadonlyMap<string, T>): [string, T | undefined] {
  for (const entry of map) return entry;
  return ['', undefined];
}

/** At the usual 10 ms per hash, the wait in a full queue is about one second. */
const WAITING_PER_PERMIT = 100;

/** The part of the memory that all running hashes together may take. */
const MEMORY_SHARE = 1 / 8;

/** The cores and the bytes of memory that a process may use. */
export type MachineShare = [cores: number, memory: number];

/**
 * The share of one of several processes on this machine. It has one core more than its part, because connections
 * spread unevenly, and no core should be idle while another process has waiting guesses.
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
 * The size of the line in which costly checks wait before they enter the queue. They get half of the cores, so that
 * other passwords do not wait for them, and at most the same part of the memory again.
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
