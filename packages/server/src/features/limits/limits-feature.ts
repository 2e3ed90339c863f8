import { deriveKey } from '../../lib/derive-key.ts';
import type { FailureStore } from '../../store/tables/failures.ts';
import type { Core } from '../core.ts';
import { createActLimits } from './act-limits.ts';
import { type CounterKey, nameOf } from './counter-key.ts';
import { createDeviceCookies } from './device-cookies.ts';
import { createOverflow } from './overflow.ts';
import { createFailureLimiter } from './failure-limiter.ts';
import type { Failures } from './failures.ts';
import { createWriteBehindFailures } from './write-behind-failures.ts';
import { createKnownDevices } from './known-devices.ts';
import { createLocks } from './locks.ts';
import { createMailBudget } from './mail-budget.ts';
import { createMemoryFailures } from './memory-failures.ts';
import { createPasswordBudget } from './password-budget.ts';
import { createQuota } from './quota.ts';
import { createDuplicateGuesses } from './duplicate-guesses.ts';
import { createSharedFailures } from './shared-failures.ts';

/** Beyond this number, the process drops remembered guesses, and their repetitions count as failures. */
const MAX_RETRY_COUNTERS = 30_000;

/** The counters of a service. */
export interface Counters {
  failures: Failures;
  retries: Pick<FailureStore, 'take' | 'end'>;
}

export type Limits = ReturnType<typeof createLimitsFeature>;

/**
 * Counters of failures and of acts that are limited in number.
 * @param shared the counters in the memory of another process of this service; null: this process has them
 */
export function createLimitsFeature({ store, config, secrets, clock }: Core, shared: Counters | null) {
  // On PostgreSQL, all processes share the counters in the database. On SQLite, one process has them in memory,
  // because each count would be a commit.
  const create = store.kind === 'postgres' ? createSharedFailures : createWriteBehindFailures;
  const counters = (store.kind === 'postgres' ? null : shared) ?? {
    // With another label, keys would get other overflow counters.
    failures: create(store.failures, createOverflow(deriveKey(secrets.masterKey, 'crowds'))),
    // A single process keeps these in memory only. A count that is too high would hide failures.
    retries: store.kind === 'postgres' ? store.failures : createMemoryFailures(null, MAX_RETRY_COUNTERS),
  };
  const { failures } = counters;
  const deviceCookies = createDeviceCookies({ key: deriveKey(secrets.masterKey, 'browsers'), clock });
  const devices = createKnownDevices({
    store,
    deviceCookies,
    key: deriveKey(secrets.masterKey, 'devices'),
    clock,
  });
  const consume = createQuota(failures, clock);
  return {
    counters,
    limiter: createFailureLimiter(failures, clock),
    deviceCookies,
    devices,
    passwordBudget: createPasswordBudget({ limits: config.limits, devices }),
    consume,
    actLimits: createActLimits({ consume, limits: config.limits }),
    mailBudget: createMailBudget({ limits: config.limits, consume, failures, deviceCookies, clock }),
    retries: createDuplicateGuesses({
      store: counters.retries,
      hashKey: deriveKey(secrets.masterKey, 'retries'),
      clock,
    }),
    locks: createLocks({ failures, limits: config.limits, clock }),
    /** Loads the failures that were counted before the start. Called once, before the first request. */
    restore: () => failures.restore(clock.now()),
    /** Writes the failures counted since the last call. */
    write: () => failures.write(clock.now()),
    /** Resets counters, with a scope and without. */
    async forget(keys: readonly CounterKey[]): Promise<void> {
      const found = await failures.ofSubjects(keys.map(nameOf), clock.now());
      await failures.forget(found.map(({ counter }) => counter));
    },
    deleteExpired: () => failures.deleteExpired(clock.now()),
  };
}
