import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, types, type CustomTypesConfig } from 'pg';
import { applyMigrations } from '../../src/store/maintenance.ts';
import { tempFolder } from './at-exit.ts';
import { startPostgres } from './postgres.ts';

const KINDS = ['sqlite', 'postgres'] as const;

export type DatabaseKind = (typeof KINDS)[number];

/** The databases that tests run on: all of them, or the one that the variable TEST_DATABASE names. */
export const DATABASES: readonly DatabaseKind[] = chosenKinds(process.env['TEST_DATABASE']);

/** The environment variable with the superuser's URL of the PostgreSQL server for the tests. */
export const POSTGRES_URL = 'TEST_POSTGRES_URL';

/** The environment variable with the name of that server's database that has the tables and no rows. */
export const POSTGRES_TEMPLATE = 'TEST_POSTGRES_TEMPLATE';

/** What both databases take as a parameter. Keyward stores booleans as 0 and 1. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** An empty database that nobody else uses, with an empty data folder. */
export interface TestDatabase extends AsyncDisposable {
  kind: DatabaseKind;
  /** In the form of KEYWARD_DATABASE_URL: `sqlite:<file>` or `postgres://…`. */
  url: string;
  /** A folder for KEYWARD_DATA_DIR; the SQLite file is in it. */
  dataDir: string;
  /**
   * Runs one statement on a connection of its own, so that a test can look into rows and change them.
   * Parameters are `$1`, `$2` … on both databases; 64-bit integers come back as numbers.
   */
  query(statement: string, params?: readonly SqlValue[]): Promise<Record<string, unknown>[]>;
  /** Deletes the database, also under open connections, and the data folder. May be called twice. */
  drop(): Promise<void>;
}

/**
 * Creates a database without rows: without tables too, or with those of this version. On an idle machine this
 * takes under 1 ms for SQLite and 60 ms for PostgreSQL, whose server takes 1.3 s where the run does not have one yet.
 */
export async function createTestDatabase(
  kind: DatabaseKind,
  content: 'empty' | 'tables' = 'empty',
): Promise<TestDatabase> {
  return kind === 'sqlite' ? createSqlite() : createPostgres(content);
}

function createSqlite(): TestDatabase {
  const folder = tempFolder();
  const file = join(folder.path, 'keyward.db');
  const drop = async () => folder.remove();
  return {
    kind: 'sqlite',
    url: `sqlite:${file}`,
    dataDir: folder.path,
    query: async (statement, params = []) => {
      const database = new DatabaseSync(file, { timeout: 2_000 });
      try {
        // To SQLite `$1` is a name, so the values are bound by name.
        const named = Object.fromEntries(params.map((value, index) => [`$${index + 1}`, value]));
        return database
          .prepare(statement)
          .all(named)
          .map((row) => ({ ...row }));
      } finally {
        database.close();
      }
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

async function createPostgres(content: 'empty' | 'tables'): Promise<TestDatabase> {
  const { url: serverUrl, template } = await postgres();
  const name = newName();
  // The default strategy, wal_log, measured 40 ms here and 10 ms for the drop; file_copy 55 ms and 90 ms.
  const like = content === 'tables' ? ` template ${template}` : '';
  await queryPostgres(serverUrl, `create database ${name}${like}`);
  const folder = tempFolder();
  const url = databaseUrl(serverUrl, name);
  const drop = async () => {
    await queryPostgres(serverUrl, `drop database if exists ${name} with (force)`);
    folder.remove();
  };
  return {
    kind: 'postgres',
    url,
    dataDir: folder.path,
    query: (statement, params) => queryPostgres(url, statement, params),
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

const numbers: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
};

async function queryPostgres(url: string, statement: string, params: readonly SqlValue[] = []) {
  const client = new Client({ connectionString: url, types: numbers });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, [...params]);
    return rows;
  } finally {
    await client.end();
  }
}

interface PostgresForTests {
  /** Superuser's URL of the maintenance database. */
  url: string;
  /** A database with the tables of this version: a copy of it is made in half the time of the tables. */
  template: string;
}

let ownServer: Promise<PostgresForTests> | undefined;

/** The run's server, or one for this process alone, so that a single test file works without the global setup. */
function postgres(): Promise<PostgresForTests> {
  const url = process.env[POSTGRES_URL];
  const template = process.env[POSTGRES_TEMPLATE];
  if (url !== undefined && template !== undefined) return Promise.resolve({ url, template });
  ownServer ??= (
    url === undefined ? startPostgres().then((server) => server.url) : Promise.resolve(url)
  ).then(async (started) => ({ url: started, template: await createTemplate(started) }));
  return ownServer;
}

/** Creates the database that those with tables are copies of. */
export async function createTemplate(serverUrl: string): Promise<string> {
  const name = newName();
  await queryPostgres(serverUrl, `create database ${name}`);
  await applyMigrations({ kind: 'postgres', url: databaseUrl(serverUrl, name), poolSize: 1 });
  return name;
}

function newName(): string {
  return `keyward_${randomBytes(8).toString('hex')}`;
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function chosenKinds(choice: string | undefined): readonly DatabaseKind[] {
  if (choice === undefined || choice === '') return KINDS;
  const chosen = KINDS.filter((kind) => kind === choice);
  if (chosen.length === 0)
    throw new Error(`TEST_DATABASE must be one of ${KINDS.join(', ')}, not '${choice}'`);
  return chosen;
}
