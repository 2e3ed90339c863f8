import type { Core } from '../core.ts';
import { createFailureLimiter } from './failure-limiter.ts';
import { createKeptFailures } from './kept-failures.ts';
import { createQuota } from './quota.ts';

/** Counters of failures and of what may be done only so often. */
export function createLimitsFeature({ store, clock }: Core) {
  // Instances that share a database share the counters; a process alone counts by itself.
  const kept = store.kind === 'postgres' ? null : createKeptFailures(store.failures);
  const failures = kept ?? store.failures;
  return {
    limiter: createFailureLimiter(failures, clock),
    consume: createQuota(failures, clock),
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
