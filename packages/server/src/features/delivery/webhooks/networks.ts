import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { comparableHost } from '../../../config/addresses.ts';
import { isIn, rangeOf } from '../../../lib/address-ranges.ts';

/** Tells whether webhooks may connect to an IP address. */
export type AddressRule = (address: string) => boolean;

/** Global unicast (RFC 4291 §2.4). Every address outside is special, even if a registry changes. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Documentation addresses (RFC 9637), which the library does not know yet. */
const DOCUMENTATION = ipaddr.parseCIDR('3fff::/20');
/** Azure's platform service, which hands out secrets to machines, at an address that looks public. */
const PLATFORM = ipaddr.parseCIDR('168.63.129.16/32');

/**
 * Allows public addresses, and those of the given networks. Forms of IPv6 that hold an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) are not public: they would bypass the check of that address. A mapped one counts as its
 * IPv4 address.
 * @param networks addresses and CIDR ranges
 */
export function addressRule(networks: readonly string[]): AddressRule {
  const allowed = networks.map(rangeOf);
  return (text) => {
    // A zone would name an interface of this machine.
    if (isIP(text) === 0 || text.includes('%')) return false;
    const address = ipaddr.process(text);
    return allowed.some((network) => isIn(address, network)) || isPublic(address);
  };
}

type Address = ReturnType<typeof ipaddr.process>;

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !isIn(address, PLATFORM);
  return isIn(address, GLOBAL_UNICAST) && !isIn(address, DOCUMENTATION);
}

/**
 * A host without an address that the rule allows. The message does not contain the address, which may reveal something
 * about a private network.
 */
export class ForbiddenAddressError extends Error {
  /** @param setting allows the network */
  constructor(host: string, setting: string) {
    super(`${host} is not at a public address; to allow a private network, name it in ${setting}`);
  }
}

/** Whether an error, or one of its causes, is a {@link ForbiddenAddressError}. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ForbiddenAddressError || (error instanceof Error && isForbidden(error.cause));
}

/**
 * Whether a URL contains an address that the rule refuses, without a DNS query. `localhost` counts too, because it
 * always means this machine (RFC 6761 §6.3).
 */
export function namesForbidden(url: URL, rule: AddressRule): boolean {
  const host = comparableHost(url.hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return !rule('127.0.0.1') && !rule('::1');
  return isIP(host) !== 0 && !rule(host);
}
