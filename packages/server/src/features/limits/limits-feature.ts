import { deriveKey } from '../../lib/derive-key.ts';
import type { Core } from '../core.ts';
import { createFailureLimiter } from './failure-limiter.ts';
import { createKeptFailures } from './kept-failures.ts';
import { createMemoryFailures } from './memory-failures.ts';
import { createQuota } from './quota.ts';
import { createRetries } from './retries.ts';

/** Beyond them the oldest guesses are forgotten, whose retries then count. */
const MAX_RETRY_COUNTERS = 30_000;

/** Counters of failures and of what may be done only so often. */
export function createLimitsFeature({ store, secrets, clock }: Core) {
  // Instances that share a database share the counters; a process alone counts by itself.
  const kept = store.kind === 'postgres' ? null : createKeptFailures(store.failures);
  const failures = kept ?? store.failures;
  return {
    limiter: createFailureLimiter(failures, clock),
    consume: createQuota(failures, clock),
    retries: createRetries({
      // Of a process alone nothing of this reaches the database.
      store: store.kind === 'postgres' ? store.failures : createMemoryFailures(MAX_RETRY_COUNTERS),
      hashKey: deriveKey(secrets.masterKey, 'retries'),
      clock,
    }),
    /** Takes up the failures that were counted before. Called once, before the first request. */
    async restore(): Promise<void> {
      await kept?.restore(clock.now());
    },
    /** Writes the failures that were counted since. */
    async write(): Promise<void> {
      await kept?.write();
    },
    async deleteExpired(): Promise<void> {
      await failures.deleteExpired(clock.now());
    },
  };
}
