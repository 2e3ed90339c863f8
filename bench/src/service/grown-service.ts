import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash } from '@node-rs/argon2';
import { tempFolder } from '../../../packages/server/test/support/at-exit.ts';
import { CHEAP_ARGON2 } from '../../../packages/server/test/support/cheap-argon2.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  sqliteIn,
  type TestDatabase,
} from '../../../packages/server/test/support/databases.ts';
import { startProcess } from '../../../packages/server/test/support/process.ts';
import { PASSWORD } from '../support/keyward.ts';
import type { Options } from '../support/measurement.ts';
import { fillPostgres, fillSqlite } from './growth-data.ts';

/** Hashes cheaply, so that the cost of a login is that of its look-ups and its commit. */
const SERVICE = fileURLToPath(
  new URL('../../../packages/server/test/support/cheap-service.ts', import.meta.url),
);

/** A database with this number of accounts and twice as many sessions. */
export async function filledDatabase(
  stack: AsyncDisposableStack,
  kind: DatabaseKind,
  accounts: number,
  { data, tell }: Pick<Options, 'data' | 'tell'>,
): Promise<TestDatabase> {
  const content = { accounts, passwordHash: await hash(PASSWORD, CHEAP_ARGON2), now: Date.now() };
  if (kind === 'postgres') {
    const database = stack.use(await createTestDatabase(kind));
    await fillPostgres(database, content, tell);
    return database;
  }
  const folder = join(data ?? keptUntilTheEnd(stack), String(accounts));
  const file = join(folder, 'keyward.db');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    await fillSqlite(file, content, tell);
  }
  return sqliteIn(folder);
}

function keptUntilTheEnd(stack: AsyncDisposableStack): string {
  const folder = tempFolder();
  stack.defer(() => folder.remove());
  return folder.path;
}

/** A service on such a database. */
export async function startGrownService(
  stack: AsyncDisposableStack,
  database: TestDatabase,
  settings: Record<string, string>,
): Promise<{ url: string; pid: number }> {
  const env = {
    KEYWARD_DATA_DIR: database.dataDir,
    KEYWARD_DATABASE_URL: database.url,
    KEYWARD_DUAL_TOKEN_MODE: 'on',
    ...settings,
  };
  // The first start waits for pages of the file.
  return stack.use(await startProcess({ env, script: SERVICE, timeoutMs: 60_000 }));
}
