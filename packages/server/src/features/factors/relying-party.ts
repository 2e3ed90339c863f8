import { isLoopback } from '../../config/addresses.ts';

/** The host of an address, as passkeys know it: browsers take no IP address, and call each loopback one `localhost`. */
export function relyingPartyOf(address: string): string {
  const { hostname } = new URL(address);
  return isLoopback(hostname) ? 'localhost' : hostname;
}
