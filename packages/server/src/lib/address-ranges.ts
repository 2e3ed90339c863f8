import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** @param text an address or a CIDR range */
export function rangeOf(text: string): Range {
  return ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`);
}

export function isIn(address: ReturnType<typeof ipaddr.process>, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

/**
 * Whether an address is in one of these addresses and CIDR ranges. An IPv4-mapped IPv6 address counts as its IPv4
 * address.
 */
export function isInRanges(text: string, ranges: readonly string[]): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  return ranges.some((range) => isIn(address, rangeOf(range)));
}
