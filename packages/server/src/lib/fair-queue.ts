import { addressBucket, networkOf } from './address.ts';

/** The asker for an address, as a {@link FairQueue} uses it. */
export function askerAt(ipAddress: string): string {
  return `${networkOf(ipAddress)} ${addressBucket(ipAddress)}`;
}

/**
 * The asker for a device that an account knows. Beside its network, so that strangers there do not compete with it, and
 * known devices elsewhere do not either.
 */
export function knownAskerAt(ipAddress: string, accountId: number): string {
  return `known/${networkOf(ipAddress)} ${accountId}`;
}

/**
 * Entries of many askers. An asker is a text; the part before its first space is its network. Each asker has a line,
 * first come, first served. Networks take turns, and in a network its askers, so neither many entries nor many
 * addresses delay the entries of others.
 */
export interface FairQueue<Entry> {
  readonly size: number;
  add(entry: Entry): void;
  has(entry: Entry): boolean;
  /** @returns whether it was there */
  delete(entry: Entry): boolean;
  /**
   * Takes the first entry of the asker whose turn it is.
   * @param mayTake passes over entries that have to wait. Default: takes any
   */
  next(mayTake?: (entry: Entry) => boolean): Entry | undefined;
  /**
   * The entries of the longest line in the network with the most entries, newest first: a new entry of `asker` may
   * replace one of them. Empty if the asker's network, or the asker in it, would then have as many.
   */
  longestFor(asker: string): Entry[];
  [Symbol.iterator](): Iterator<Entry>;
}

/** The lines of one network, by asker, in the order of their turns. A set, so that an entry leaves in constant time. */
interface Network<Entry> {
  size: number;
  lines: Map<string, Set<Entry>>;
}

export function createFairQueue<Entry>(askerOf: (entry: Entry) => string): FairQueue<Entry> {
  /** In the order of their turns. No network and no line is empty. */
  const networks = new Map<string, Network<Entry>>();
  let size = 0;

  const queue: FairQueue<Entry> = {
    get size() {
      return size;
    },
    add(entry) {
      const asker = askerOf(entry);
      const network = networks.get(networkIn(asker)) ?? { size: 0, lines: new Map<string, Set<Entry>>() };
      networks.set(networkIn(asker), network);
      network.lines.set(asker, (network.lines.get(asker) ?? new Set()).add(entry));
      network.size += 1;
      size += 1;
    },
    has(entry) {
      const asker = askerOf(entry);
      return networks.get(networkIn(asker))?.lines.get(asker)?.has(entry) === true;
    },
    delete(entry) {
      const asker = askerOf(entry);
      const network = networks.get(networkIn(asker));
      const line = network?.lines.get(asker);
      if (network === undefined || line?.delete(entry) !== true) return false;
      network.size -= 1;
      size -= 1;
      if (line.size === 0) network.lines.delete(asker);
      if (network.size === 0) networks.delete(networkIn(asker));
      return true;
    },
    next(mayTake = () => true) {
      for (const [name, network] of networks)
        for (const [asker, line] of network.lines)
          for (const entry of line) {
            if (!mayTake(entry)) continue;
            // The next turns of the network and of the asker come after those of the others.
            networks.delete(name);
            networks.set(name, network);
            network.lines.delete(asker);
            network.lines.set(asker, line);
            queue.delete(entry);
            return entry;
          }
      return undefined;
    },
    longestFor(asker) {
      const own = networks.get(networkIn(asker));
      const busiest = largest(networks.values());
      // In its own network, a newcomer competes with the other askers.
      const from = (busiest?.size ?? 0) > (own?.size ?? 0) + 1 ? busiest : own;
      const line = largest(from?.lines.values() ?? []);
      const isFair = from !== own || (line?.size ?? 0) > (own?.lines.get(asker)?.size ?? 0) + 1;
      return isFair ? [...(line ?? [])].toReversed() : [];
    },
    *[Symbol.iterator]() {
      for (const { lines } of networks.values()) for (const line of lines.values()) yield* line;
    },
  };
  return queue;
}

/** The name of the asker's network. */
export function networkIn(asker: string): string {
  return asker.split(' ', 1)[0] ?? '';
}

/** The last of those with the most entries. */
function largest<T extends { size: number }>(all: Iterable<T>): T | undefined {
  let found: T | undefined;
  for (const one of all) if (found === undefined || one.size >= found.size) found = one;
  return found;
}
