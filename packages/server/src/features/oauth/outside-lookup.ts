import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { AddressRule } from '../delivery/webhooks/networks.ts';
import type { Resolve } from '../delivery/webhooks/resolve.ts';
import { checkedLookup } from '../delivery/webhooks/sender.ts';

/** Longer than most answers of DNS. */
const FAILURE_MS = 500;

/**
 * As {@link checkedLookup}, for names that anybody may choose. A name with only forbidden addresses fails like one that
 * does not exist, and after the same time: otherwise strangers could list the names of a private network.
 * @param setting allows private networks
 */
export function outsideLookup(rule: AddressRule, resolve: Resolve, setting: string): LookupFunction {
  return checkedLookup(rule, async (hostname) => {
    const begun = performance.now();
    const addresses = await resolve(hostname).catch(() => []);
    if (addresses.some(rule)) return addresses;
    await setTimeout(FAILURE_MS - (performance.now() - begun));
    // Without a cause, which people who set up a connection would see.
    throw new Error(
      `${hostname} is unknown, or not at a public address; to allow a private network, name it in ${setting}`,
    );
  });
}
