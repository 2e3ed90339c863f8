import type { LimitedKey } from './counter-key.ts';
import type { DeviceOwner } from './device-cookies.ts';
import type { Device, KnownDevices } from './known-devices.ts';
import { guessKey, guessKeys, loginKeys, type LoginLimits, ofAccount } from './login-limits.ts';

/**
 * The budgets that wrong passwords count against. Browsers and addresses from which an account has signed in have a
 * separate budget, which strangers cannot use up. Strangers have one for each identifier that they enter: a shared one
 * would reveal that a handle and an email belong together.
 */
export interface PasswordBudget {
  /**
   * @param account null for an identifier that names none
   * @param identifier in its canonical form, or as it was typed
   */
  ofIdentifier(account: DeviceOwner | null, identifier: string, device: Device): Promise<LimitedKey[]>;
  /** For a caller with a session of the account, so that no identifier is needed. */
  ofSession(account: DeviceOwner, device: Device): Promise<LimitedKey[]>;
}

export function createPasswordBudget({
  limits,
  devices,
}: {
  limits: LoginLimits;
  devices: Pick<KnownDevices, 'of'>;
}): PasswordBudget {
  async function known(account: DeviceOwner | null, device: Device): Promise<LimitedKey[] | null> {
    const how = await devices.of(account, device);
    if (account === null || how === null) return null;
    const [here, , address] = guessKeys(ofAccount(account.id), limits, device.ipAddress);
    // Guesses from other browsers at the same address, or from elsewhere, do not count against a known browser;
    // guesses from elsewhere do not count against a known address.
    return how === 'address'
      ? [here, address]
      : [guessKey(ofAccount(account.id), limits, { kind: 'browser', value: how.browser })];
  }

  return {
    ofIdentifier: async (account, identifier, device) =>
      (await known(account, device)) ?? loginKeys(limits, identifier, device.ipAddress),
    ofSession: async (account, device) =>
      (await known(account, device)) ?? guessKeys(ofAccount(account.id), limits, device.ipAddress),
  };
}
