import { isLoopback } from '../../config/addresses.ts';
import type { Frontends } from './frontends.ts';
import { productName } from './email-settings.ts';
import type { Settings, SettingsValues } from './settings.ts';

/** The relying party of passkeys (WebAuthn Level 3 §4): the service and its frontends, under one domain. */
export interface RelyingParty {
  id(): string;
  /** For people. */
  name(): string;
  /** Whether pages of an origin may make and use its passkeys. */
  accepts(origin: string): boolean;
  /** Whether pages of an origin may show such a page in a frame. */
  mayFrame(origin: string): boolean;
}

/**
 * The host of an address for passkeys: browsers accept no IP addresses, and use `localhost` for every loopback
 * address.
 */
export function relyingPartyOf(address: string): string {
  const { hostname } = new URL(address);
  return isLoopback(hostname) ? 'localhost' : hostname;
}

/** The name of the service that authenticators show. */
export function relyingPartyName({ factors, email }: Pick<SettingsValues, 'factors' | 'email'>): string {
  return factors.rp_name ?? productName(email);
}

/** By default it is the host of the public address. */
export function createRelyingParty(deps: {
  settings: Settings;
  publicUrl: () => string;
  frontends: Pick<Frontends, 'isAllowed'>;
}): RelyingParty {
  const { settings, publicUrl, frontends } = deps;

  const id = () => settings.current.factors.rp_id ?? relyingPartyOf(publicUrl());

  return {
    id,
    name: () => relyingPartyName(settings.current),
    accepts(origin) {
      if (!frontends.isAllowed(origin)) return false;
      const host = relyingPartyOf(origin);
      return host === id() || host.endsWith(`.${id()}`);
    },
    mayFrame: (origin) => frontends.isAllowed(origin),
  };
}
