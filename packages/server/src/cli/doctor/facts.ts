import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/error.ts';
import { loadSecrets, type Secrets } from '../../config/secrets.ts';
import { DEFAULT_ARGON2, hashPrefix } from '../../features/passwords/password-hasher.ts';
import { createSections } from '../../features/settings/sections.ts';
import type { SettingsValues } from '../../features/settings/settings.ts';
import type { ServerFacts } from '../../store/dialect.ts';
import { CommandError } from '../failure.ts';
import { withSettingsInForce } from '../settings-in-force.ts';
import { withStore } from '../with-store.ts';
import { openingDatabase } from '../database-problem.ts';
import { listMigrations } from '../../store/maintenance.ts';

/** The known facts of a deployment. */
export interface Facts {
  config: Config;
  /** The settings in force; those of the start if the database cannot tell. */
  settings: SettingsValues;
  /** Files and folders that users other than the owner can access, with their modes. */
  exposed: readonly { path: string; mode: string }[];
  /** Null if the database is new or cannot be queried; `problem` then holds the reason. */
  database: DatabaseFacts | null;
  /** Why the database, or a saved setting in it, cannot be used. */
  problem: string | null;
  /** Missing migrations; all of them for a new database. */
  pending: readonly string[];
  isNew: boolean;
}

export interface DatabaseFacts {
  superadmins: number;
  /** Those of them who have no second factor. */
  superadminsWithoutFactor: number;
  /** Accounts whose password hash differs in kind from a new one. */
  otherHashes: number;
  /** Webhooks that the service has disabled, and those whose receivers fail now. */
  webhooks: { disabled: number; failing: number };
  /** API keys in force that never expire, and those unused for {@link UNUSED_DAYS}. */
  apiKeys: { endless: number; unused: number };
  /** Null for SQLite. */
  server: (ServerFacts & { /** How far its clock is ahead of ours. */ aheadMs: number }) | null;
}

/** A key that nobody has used for this long is probably forgotten. */
export const UNUSED_DAYS = 90;

const SECRET_FILES = ['jwt-secret', 'master-key'] as const;

/** Examines a deployment without changing anything. */
export async function gatherFacts(config: Config, cwd: string): Promise<Facts> {
  // Before the secrets are read, because reading them repairs their modes.
  const exposed = findExposed(config, cwd);
  const secrets = existingSecrets(config);
  const facts: Facts = {
    config,
    settings: createSections({ config, secrets, slots: config.providers }).initial,
    exposed,
    database: null,
    problem: null,
    pending: [],
    isNew: false,
  };
  try {
    const { applied, pending } = await openingDatabase(config, () => listMigrations(config.database));
    if (pending.length > 0) return { ...facts, pending, isNew: applied.length === 0 };
    return await withStore(config, 'as-it-is', async (store) => {
      const database = {
        superadmins: await store.accounts.countActive('superadmin'),
        superadminsWithoutFactor: await store.factors.superadminsWithout(),
        otherHashes: await store.accounts.countOtherHashes(hashPrefix(DEFAULT_ARGON2)),
        webhooks: await countWebhooks(store),
        apiKeys: await store.apiKeys.neglected(Date.now(), Date.now() - UNUSED_DAYS * 86_400_000),
        server: await askServer(store),
      };
      const { settings, problem } = await inForce(config, secrets, store);
      return { ...facts, database, settings: settings ?? facts.settings, problem };
    });
  } catch (error) {
    if (error instanceof CommandError) return { ...facts, problem: error.message };
    throw error;
  }
}

type Store = Parameters<typeof withSettingsInForce>[2];

async function countWebhooks(store: Store): Promise<DatabaseFacts['webhooks']> {
  const webhooks = (await store.webhooks.watch()).filter(({ deleted_at }) => deleted_at === null);
  return {
    disabled: webhooks.filter(({ disabled_reason }) => disabled_reason !== null).length,
    failing: webhooks.filter(({ enabled, failing_since }) => enabled === 1 && failing_since !== null).length,
  };
}

async function askServer(store: Store): Promise<DatabaseFacts['server']> {
  const before = Date.now();
  const server = await store.server();
  // The server read its clock about halfway through the query.
  return server && { ...server, aheadMs: server.now - (before + Date.now()) / 2 };
}

async function inForce(
  config: Config,
  secrets: Secrets,
  store: Store,
): Promise<{ settings: SettingsValues | null; problem: string | null }> {
  try {
    return await withSettingsInForce(config, secrets, store, async ({ settings }) => ({
      settings: settings.current,
      problem: null,
    }));
  } catch (error) {
    if (error instanceof ConfigError) return { settings: null, problem: error.message };
    throw error;
  }
}

/** The existing secrets; generated ones in place of those that the first start would create. */
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

function findExposed({ dataDir, database }: Config, cwd: string): Facts['exposed'] {
  const paths = [
    dataDir,
    ...SECRET_FILES.map((file) => join(dataDir, file)),
    join(dataDir, 'logs'),
    join(dataDir, 'mail'),
    ...(database.kind === 'sqlite' ? [database.file] : []),
    join(cwd, '.env'),
  ];
  // Windows has no such modes.
  if (process.platform === 'win32') return [];
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o077) !== 0
      ? [{ path, mode: (stats.mode & 0o777).toString(8) }]
      : [];
  });
}
