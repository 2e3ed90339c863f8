import { availableParallelism } from 'node:os';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import { loadSecrets, type Secrets } from '../config/secrets.ts';
import {
  databaseFacts,
  type Facts,
  findExposed,
  freeDiskOf,
  SECRET_FILES,
} from '../features/operations/diagnostics/facts.ts';
import { createSections } from '../features/settings/sections.ts';
import type { SettingsValues } from '../features/settings/settings.ts';
import { CommandError } from './failure.ts';
import { withSettingsInForce } from './settings-in-force.ts';
import { withStore } from './with-store.ts';
import { openingDatabase } from './database-problem.ts';
import { listMigrations } from '../store/migrations/maintenance.ts';

/** Examines a deployment without changing anything. */
export async function collectFacts(config: Config, cwd: string): Promise<Facts> {
  // Read before the secrets, because reading the secrets repairs their modes.
  const exposed = findExposed(config, [join(cwd, '.env')]);
  const secrets = existingSecrets(config);
  const facts: Facts = {
    config,
    settings: createSections({ config, secrets, slots: config.providers }).initial,
    cores: availableParallelism(),
    exposed,
    freeDisk: freeDiskOf(config.dataDir),
    database: null,
    problem: null,
    pending: [],
    isNew: false,
  };
  try {
    const { applied, pending } = await openingDatabase(config, () => listMigrations(config.database));
    if (pending.length > 0) return { ...facts, pending, isNew: applied.length === 0 };
    return await withStore(config, 'as-it-is', async (store) => {
      const database = await databaseFacts(store, Date.now);
      const { settings, problem } = await inForce(config, secrets, store);
      return { ...facts, database, settings: settings ?? facts.settings, problem };
    });
  } catch (error) {
    if (error instanceof CommandError) return { ...facts, problem: error.message };
    throw error;
  }
}

type Store = Parameters<typeof withSettingsInForce>[1];

async function inForce(
  config: Config,
  secrets: Secrets,
  store: Store,
): Promise<{ settings: SettingsValues | null; problem: string | null }> {
  try {
    return await withSettingsInForce(
      config,
      store,
      async ({ settings }) => ({ settings: settings.current, problem: null }),
      secrets,
    );
  } catch (error) {
    if (error instanceof ConfigError) return { settings: null, problem: error.message };
    throw error;
  }
}

/** The existing secrets, and generated ones in place of those that the first start would create. */
function existingSecrets(config: Config): Secrets {
  const isThere = (file: string): boolean => existsSync(join(config.dataDir, file));
  const [jwtSecret, masterKey] = SECRET_FILES.map(isThere);
  // A given secret needs no file; if both are given, or neither has a file, nothing is read.
  const readable =
    (config.jwt.secret !== undefined || jwtSecret) && (config.masterKey !== undefined || masterKey);
  if (readable === true && (jwtSecret === true || masterKey === true)) return loadSecrets(config);
  return {
    jwtSecret: config.jwt.secret ?? randomBytes(48).toString('base64url'),
    masterKey: config.masterKey ?? randomBytes(32),
  };
}
