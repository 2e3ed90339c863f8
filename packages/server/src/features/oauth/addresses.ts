import { isLoopback } from '../../config/addresses.ts';
import { type AddressRule, namesForbidden } from '../delivery/webhooks/networks.ts';

/** Whether the service may call an address, judged by its text alone: https, or http on an allowed loopback address. */
export function mayCall(url: URL, rule: AddressRule): boolean {
  if (namesForbidden(url, rule)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
