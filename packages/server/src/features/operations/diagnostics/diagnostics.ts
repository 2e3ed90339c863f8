import { availableParallelism } from 'node:os';
import type { Core } from '../../core.ts';
import { DEFAULT_ARGON2, hashPrefix } from '../../identity/passwords/password-hasher.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Check, Diagnostic } from './check.ts';
import { CHECKS, examine } from './examine.ts';
import { type DatabaseFacts, databaseFacts, findExposed, freeDiskOf } from './facts.ts';

/** The maximum age of facts from the database. */
const FACTS_KEPT_MS = 2_000;
/** Kept longer, because counting the hashes reads all accounts. */
const HASHES_KEPT_MS = 600_000;

const CHECKS_OF_SERVICE = CHECKS.filter(({ beforeStart }) => beforeStart === undefined);

/**
 * The diagnostics of this deployment, as the running service sees it. It uses the network only for the
 * database.
 */
export function createDiagnostics(
  { store, config, publicUrl, clock }: Pick<Core, 'store' | 'config' | 'publicUrl' | 'clock'>,
  settings: Settings,
) {
  const remembered = <T>(forMs: number, find: () => Promise<T>) => {
    let known: { value: Promise<T>; until: number } | undefined;
    return (): Promise<T> => {
      const now = clock.now();
      if (known !== undefined && now < known.until) return known.value;
      const value = find();
      known = { value, until: now + forMs };
      // The next call tries again.
      value.catch(() => (known = undefined));
      return value;
    };
  };
  // Only one check needs them.
  const otherHashes = remembered(HASHES_KEPT_MS, async () =>
    config.profile === 'strict' ? store.accounts.countOtherHashes(hashPrefix(DEFAULT_ARGON2)) : 0,
  );
  const factsOfDatabase = remembered(FACTS_KEPT_MS, () =>
    databaseFacts(store, () => clock.now(), otherHashes),
  );

  return {
    /** All checks that concern a running service, the most serious diagnostics first. */
    async list(): Promise<{ check: Check; found: Diagnostic | null }[]> {
      const database: DatabaseFacts = await factsOfDatabase();
      const facts = {
        config: { ...config, publicUrl: publicUrl() },
        settings: settings.current,
        cores: availableParallelism(),
        exposed: findExposed(config, []),
        freeDisk: freeDiskOf(config.dataDir),
        database,
        problem: null,
        pending: [],
        isNew: false,
      };
      return examine(facts, CHECKS_OF_SERVICE);
    },
  };
}
