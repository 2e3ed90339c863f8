import type { LimitedKey } from './failure-limiter.ts';
import type { Device, KnownDevices } from './known-devices.ts';
import { accountSubject, guessKeys, loginKeys, type LoginLimits } from './login-limits.ts';

/**
 * Where wrong passwords count. Browsers and addresses from which an account signed in have a budget of their own, which
 * strangers cannot use up. Strangers have one for each identifier that they type: a shared one would tell them that a
 * handle and an email belong together.
 */
export interface PasswordBudget {
  /**
   * @param accountId null for an identifier that names no account
   * @param identifier in its canonical form, or as it was typed
   */
  ofIdentifier(accountId: number | null, identifier: string, device: Device): Promise<LimitedKey[]>;
  /** For whoever has a session of the account: one of its identifiers was right. */
  ofSession(accountId: number, device: Device): Promise<LimitedKey[]>;
}

export function createPasswordBudget({
  limits,
  devices,
}: {
  limits: LoginLimits;
  devices: Pick<KnownDevices, 'of'>;
}): PasswordBudget {
  async function known(accountId: number | null, device: Device): Promise<LimitedKey[] | null> {
    const how = await devices.of(accountId, device);
    if (accountId === null || how === null) return null;
    const [here, , address] = guessKeys(accountSubject(accountId), limits, device.ipAddress);
    // Neither others at the address nor guesses from elsewhere count against a browser, nor those against an address.
    return how === 'address'
      ? [here, address]
      : [{ key: `${accountSubject(accountId)} browser:${how.browser}`, ...limits.accountAddress }];
  }

  return {
    ofIdentifier: async (accountId, identifier, device) =>
      (await known(accountId, device)) ?? loginKeys(limits, identifier, device.ipAddress),
    ofSession: async (accountId, device) =>
      (await known(accountId, device)) ?? guessKeys(accountSubject(accountId), limits, device.ipAddress),
  };
}
