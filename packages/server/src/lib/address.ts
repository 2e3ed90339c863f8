import { isIPv4, isIPv6 } from 'node:net';

const UNKNOWN = 'unknown';
const MAPPED_IPV4 = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/;

/**
 * The canonical form of an IP address: dotted IPv4 (also for an IPv4-mapped IPv6 address), or compressed lower-case
 * IPv6 in hexadecimal groups, without its zone. `unknown` for anything else.
 */
export function canonicalAddress(ip: string): string {
  if (isIPv4(ip)) return ip;
  if (!isIPv6(ip)) return UNKNOWN;
  const [withoutZone = ''] = ip.split('%', 1);
  const ipv6 = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const mapped = MAPPED_IPV4.exec(ipv6);
  return mapped ? [...bytesOfGroup(mapped[1]), ...bytesOfGroup(mapped[2])].join('.') : ipv6;
}

/**
 * The key that rate limits count by: an IPv4 address, or the /64 network of an IPv6 address, because the holder
 * of one address there usually has the whole network. Every spelling of an address gives the same bucket;
 * unreadable ones share the bucket `unknown`.
 */
export function addressBucket(ip: string): string {
  const address = canonicalAddress(ip);
  return address.includes(':') ? ipv6Network(address, 64) : address;
}

/** The network in which one holder has many addresses: a /24 of IPv4, or a /48 of IPv6. */
export function networkOf(ip: string): string {
  const address = canonicalAddress(ip);
  if (address.includes(':')) return ipv6Network(address, 48);
  return isIPv4(address) ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : address;
}

function ipv6Network(address: string, bits: 48 | 64): string {
  const [head = [], tail = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, bits / 16).join(':')}::/${bits}`;
}

function bytesOfGroup(group = ''): [high: number, low: number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
