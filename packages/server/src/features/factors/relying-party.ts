import { isLoopback } from '../../config/addresses.ts';
import { productName } from '../mail/compose.ts';
import type { SettingsValues } from '../settings/settings.ts';

/** The host of an address, as passkeys know it: browsers take no IP address, and call each loopback one `localhost`. */
export function relyingPartyOf(address: string): string {
  const { hostname } = new URL(address);
  return isLoopback(hostname) ? 'localhost' : hostname;
}

/** The name of the service that authenticators show. */
export function relyingPartyName({ factors, email }: Pick<SettingsValues, 'factors' | 'email'>): string {
  return factors.rp_name ?? productName(email);
}
