import { deriveKey } from '../../lib/derive-key.ts';
import type { Core } from '../core.ts';
import { createCrowds } from './crowds.ts';
import { createFailureLimiter } from './failure-limiter.ts';
import { createKeptFailures } from './kept-failures.ts';
import { createLocks } from './locks.ts';
import { createMemoryFailures } from './memory-failures.ts';
import { createQuota } from './quota.ts';
import { createRetries } from './retries.ts';
import { createSharedFailures } from './shared-failures.ts';

/** Beyond this many the process forgets guesses, and their retries count as failures. */
const MAX_RETRY_COUNTERS = 30_000;

/** Counters of failures and of acts that are limited in number. */
export function createLimitsFeature({ store, config, secrets, clock }: Core) {
  // Instances that share a database share the counters; a single process keeps its own.
  const create = store.kind === 'postgres' ? createSharedFailures : createKeptFailures;
  const failures = create(store.failures, createCrowds(deriveKey(secrets.masterKey, 'crowds')));
  return {
    limiter: createFailureLimiter(failures, clock),
    consume: createQuota(failures, clock),
    retries: createRetries({
      // A single process keeps retries in memory only. A count that is too high would hide failures.
      store: store.kind === 'postgres' ? store.failures : createMemoryFailures(null, MAX_RETRY_COUNTERS),
      hashKey: deriveKey(secrets.masterKey, 'retries'),
      clock,
    }),
    locks: createLocks({ failures, limits: config.limits, clock }),
    /** Loads the failures that were counted before the start. Called once, before the first request. */
    restore: () => failures.restore(clock.now()),
    /** Writes the failures counted since the last call. */
    write: () => failures.write(clock.now()),
    /** Forgets counters of any kind. */
    forget: (keys: readonly string[]): Promise<void> => failures.forget(keys),
    deleteExpired: () => failures.deleteExpired(clock.now()),
  };
}
