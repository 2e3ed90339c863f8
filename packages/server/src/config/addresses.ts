import { BlockList, isIP, isIPv4 } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether only this machine can reach a host name or address (IPv6 with or without brackets). */
export function isLoopback(host: string): boolean {
  const bare = unbracket(host).toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  return isIP(bare) !== 0 && LOOPBACK.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6');
}

/** `[::1]` → `::1`; anything else unchanged. */
export function unbracket(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** A host as lists compare it: in lower case, without brackets, and without the dot that may end an absolute name. */
export function comparableHost(host: string): string {
  return unbracket(host).replace(/\.+$/, '').toLowerCase();
}

/** The address at which the service's own machine reaches a service that listens on `host` and `port`. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? 'localhost' : host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${String(port)}`;
}

/** Undefined if `text` is not an absolute http(s) address, or contains a user name, password or fragment. */
export function httpUrl(text: string): URL | undefined {
  // `https:host`, backslashes and tabs parse too, but rarely as intended.
  if (!/^https?:\/\/[^/\\\s][^\\\s]*$/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username || url.password || text.includes('#') ? undefined : url;
}

/** Undefined when `text` is neither an address nor a CIDR range. */
export function addressRange(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined;
  if (bits === undefined) return address;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128) ? text : undefined;
}
