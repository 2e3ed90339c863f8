import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import type { Store } from '../../../store/database.ts';
import type { ServerFacts } from '../../../store/engine/dialect.ts';
import { CERTIFICATE_WARNING_MS } from '../../connections/certificates.ts';
import { DEFAULT_ARGON2, hashPrefix } from '../../identity/passwords/password-hasher.ts';
import type { SettingsValues } from '../../settings/settings.ts';

/** The known facts of a deployment. */
export interface Facts {
  config: Config;
  /** The settings in force; those of the start if the database cannot be read. */
  settings: SettingsValues;
  /** The cores that the program may use. */
  cores: number;
  /** Files and folders that users other than the owner can access, with their modes. */
  exposed: readonly { path: string; mode: string }[];
  /** Free bytes on the disk of the data directory; null if it does not exist, or the system does not report them. */
  freeDisk: number | null;
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
  /** Active superadmins without a second factor. */
  superadminsWithoutFactor: number;
  /** Accounts whose password hash differs in kind from a new one. */
  otherHashes: number;
  /** Webhooks that the service has disabled, and those whose receivers fail now. */
  webhooks: { disabled: number; failing: number };
  /** Mails that have failed at least once, and wait for another attempt. */
  retriedMails: number;
  /** API keys in force that never expire, and those unused for {@link UNUSED_DAYS}. */
  apiKeys: { endless: number; unused: number };
  /**
   * Applications that are turned on: those on servers with loopback addresses, and those unused for {@link
   * UNUSED_DAYS}; and the age of the oldest key that signs for them, null if there is none.
   */
  applications: { loopback: number; unused: number; keyDays: number | null };
  /** Connections of organizations whose last certificate expires soon. */
  expiringCertificates: number;
  /** Whether accounts are found by parts of their names and emails, and not only by their beginnings. */
  findsParts: boolean;
  /** Null for SQLite. */
  server: (ServerFacts & { /** How far its clock is ahead of this machine's. */ aheadMs: number }) | null;
}

/** A key that nobody has used for this long is probably forgotten. */
export const UNUSED_DAYS = 90;

/** In the data directory. */
export const SECRET_FILES = ['jwt-secret', 'master-key'] as const;

const DAY_MS = 86_400_000;
/** Searches the addresses in the JSON of an application; only loopback addresses may use http. */
const LOOPBACK_REDIRECT = /"redirect_uris":\[[^\]]*"http:/;

/**
 * Reads the facts of a database.
 * @param otherHashes returns {@link DatabaseFacts.otherHashes}, for which it reads all accounts
 */
export async function databaseFacts(
  store: Store,
  now: () => number,
  otherHashes = () => store.accounts.countOtherHashes(hashPrefix(DEFAULT_ARGON2)),
): Promise<DatabaseFacts> {
  return {
    superadmins: await store.accounts.countActive('superadmin'),
    superadminsWithoutFactor: await store.factors.superadminsWithout(),
    otherHashes: await otherHashes(),
    webhooks: await countWebhooks(store),
    retriedMails: await store.mailQueue.countRetried(),
    apiKeys: await store.apiKeys.neglected(now(), now() - UNUSED_DAYS * DAY_MS),
    applications: await countApplications(store, now()),
    expiringCertificates: await store.connections.countExpiring(now() + CERTIFICATE_WARNING_MS),
    findsParts: await store.findsParts(),
    server: await askServer(store, now),
  };
}

async function countWebhooks(store: Store): Promise<DatabaseFacts['webhooks']> {
  const webhooks = (await store.webhooks.watch()).filter(({ deleted_at }) => deleted_at === null);
  return {
    disabled: webhooks.filter(({ disabled_reason }) => disabled_reason !== null).length,
    failing: webhooks.filter(({ enabled, failing_since }) => enabled === 1 && failing_since !== null).length,
  };
}

async function countApplications(store: Store, now: number): Promise<DatabaseFacts['applications']> {
  const details = await store.applications.detailsWithHttp();
  const signing = (await store.oauthKeys.live(now)).filter(({ expires_at }) => expires_at === null);
  return {
    loopback: details.filter((one) => LOOPBACK_REDIRECT.test(one)).length,
    unused: await store.applications.countIdle(now - UNUSED_DAYS * DAY_MS),
    keyDays: signing.length === 0 ? null : (now - Math.min(...signing.map((key) => key.created_at))) / DAY_MS,
  };
}

async function askServer(store: Store, now: () => number): Promise<DatabaseFacts['server']> {
  const before = now();
  const server = await store.server();
  // The server read its clock about halfway through the query.
  return server && { ...server, aheadMs: server.now - (before + now()) / 2 };
}

/** The free bytes on the disk of a folder. */
export function freeDiskOf(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/**
 * The files and folders of a deployment that users other than the owner can access.
 * @param others further files
 */
export function findExposed({ dataDir, database }: Config, others: readonly string[]): Facts['exposed'] {
  const paths = [
    dataDir,
    ...SECRET_FILES.map((file) => join(dataDir, file)),
    join(dataDir, 'logs'),
    join(dataDir, 'mail'),
    ...(database.kind === 'sqlite' ? [database.file] : []),
    ...others,
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
