import { AsyncLocalStorage } from 'node:async_hooks';

/** The asker, as a fair queue uses it, of the request that is being answered; undefined: the service itself. */
export const currentAsker = new AsyncLocalStorage<string>();

/** The line of the service itself, beside those of networks. */
export const SERVICE = 'service';

/**
 * Runs work for several askers. Otherwise all of them would wait in the line of the one whose request began it, who may have
 * hundreds of others.
 */
export function asService<T>(work: () => T): T {
  return currentAsker.run(SERVICE, work);
}
