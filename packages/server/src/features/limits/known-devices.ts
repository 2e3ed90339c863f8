import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { addressBucket } from '../../lib/address.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Tables } from '../../store/database.ts';
import { type DeviceCookies, KNOWN_MS, type DeviceOwner } from './device-cookies.ts';

export type Device = Pick<Client, 'ipAddress' | 'browser'>;

/** How an account knows a device: by a text that identifies the browser, by its address, or not at all. */
export type Knowledge = { browser: string } | 'address' | null;

/** The browsers, by their cookies, and the addresses from which an account has signed in within {@link KNOWN_MS}. */
export interface KnownDevices {
  /** It takes the same time for an account that does not exist. */
  of(account: DeviceOwner | null, device: Device): Promise<Knowledge>;
  /** Records the address of a sign-in. Writes once a day for each address. */
  note(tables: Tables, account: DeviceOwner, device: Device): Promise<void>;
}

const DAY_MS = 86_400_000;
/** No account has this id. */
const NOBODY: DeviceOwner = { id: 0, device_epoch: 0 };

/** @param deps.key keys the hashes, so that the database does not reveal where people sign in from */
export function createKnownDevices(deps: {
  store: Pick<Tables, 'knownAddresses'>;
  deviceCookies: DeviceCookies;
  key: KeyObject;
  clock: Clock;
}): KnownDevices {
  const { store, deviceCookies, key, clock } = deps;

  function addressOf({ id, device_epoch: epoch }: DeviceOwner, { ipAddress }: Device) {
    const hash = createHmac('sha256', key)
      .update(`${id} ${epoch} ${addressBucket(ipAddress)}`)
      .digest();
    return { account_id: id, address_hash: hash.subarray(0, 16).toString('base64url') };
  }

  return {
    async of(account, device) {
      const knower = account ?? NOBODY;
      const browser = deviceCookies.knownBy(knower, device.browser);
      if (browser !== null)
        return { browser: createHash('sha256').update(browser).digest('base64url').slice(0, 22) };
      const known = await store.knownAddresses.isKnown(addressOf(knower, device), clock.now() - KNOWN_MS);
      return known ? 'address' : null;
    },

    async note({ knownAddresses }, account, device) {
      const now = clock.now();
      const address = addressOf(account, device);
      if (await knownAddresses.isKnown(address, now - DAY_MS)) return;
      await knownAddresses.note(address, now);
    },
  };
}
