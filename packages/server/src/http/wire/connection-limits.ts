import type { Server, Socket } from 'node:net';
import { addressBucket } from '../../lib/address.ts';
import { isInRanges } from '../../lib/address-ranges.ts';

/** The reserve for addresses without a connection, such as that of a probe: a sixteenth of all connections. */
const RESERVED = 16;
/** How often a refused connection is logged. */
const TELL_MS = 60_000;

export interface ConnectionLimits {
  /** The maximum number of simultaneous connections of this process. */
  most: number;
  /** The maximum for one address (IPv6: one /64). */
  perAddress: number;
  /** Proxies, whose connections belong to many clients, so that only `most` limits them. */
  trustedProxies: readonly string[];
}

/**
 * Closes connections beyond the limit of an address, before anything is read. Otherwise one client could take
 * all connections by opening them and sending nothing.
 * @param now a monotonic clock, in milliseconds
 * @param tell receives a line for the operator
 */
export function limitConnections(
  server: Server,
  { most, perAddress, trustedProxies }: ConnectionLimits,
  now: () => number,
  tell: (line: string) => void,
): void {
  const open = new Map<string, number>();
  let all = 0;
  let toldAt = -Infinity;
  server.maxConnections = most;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = addressBucket(remoteAddress);
    const own = open.get(address) ?? 0;
    const ofMany = trustedProxies.length > 0 && isInRanges(remoteAddress, trustedProxies);
    const isLate = own > 0 && all >= most - Math.floor(most / RESERVED);
    if (!ofMany && (own >= perAddress || isLate)) {
      socket.destroy();
      if (now() < toldAt + TELL_MS) return;
      toldAt = now();
      tell(
        `${address} has ${own} of ${all} connections, and cannot open more; if it is a proxy, name it in KEYWARD_TRUSTED_PROXIES`,
      );
      return;
    }
    all += 1;
    open.set(address, own + 1);
    socket.once('close', () => {
      all -= 1;
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
