import { AsyncLocalStorage } from 'node:async_hooks';

/** The asker, as a fair queue uses it, of the request that is being answered; undefined: the service itself. */
export const currentAsker = new AsyncLocalStorage<string>();
