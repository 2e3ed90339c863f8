import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool, types, type CustomTypesConfig } from 'pg';
import { applyMigrations } from '../../src/store/migrations/maintenance.ts';
import type { SqlValue } from './databases.ts';
import { insist, startPostgres } from './postgres.ts';

/** The environment variable with the superuser's URL of the PostgreSQL server for the tests. */
export const POSTGRES_URL = 'TEST_POSTGRES_URL';

/** The environment variable with the name of that server's database that has the tables and no rows. */
export const POSTGRES_TEMPLATE = 'TEST_POSTGRES_TEMPLATE';

interface PostgresForTests {
  /** Superuser's URL of the maintenance database. */
  url: string;
  /** The template of databases with tables. The names of all others begin with its name. */
  template: string;
}

export interface PostgresDatabase {
  url: string;
  /** Nobody uses it any longer, although it may still be open. */
  giveBack: () => Promise<void>;
}

/** A database with tables, and the connection that empties it. */
interface Reusable {
  name: string;
  emptier: Pool;
}

/**
 * Databases with tables that nobody uses. Copying a database of three hundred files takes most of the time of a short
 * test, so they are emptied and reused. Each keeps its connection, because a new connection reads the catalogues
 * again, which takes longer than emptying.
 */
const idle: Reusable[] = [];

/** A database without rows, with tables or without. */
export async function takePostgresDatabase(content: 'empty' | 'tables'): Promise<PostgresDatabase> {
  const server = await postgres();
  const used = content === 'tables' ? idle.pop() : undefined;
  const name = used?.name ?? (await create(server, content));
  const url = databaseUrl(server.url, name);
  return {
    url,
    giveBack: async () => {
      if (content === 'tables') {
        const emptier = used?.emptier ?? connectionTo(url);
        if (await isEmptied(emptier, server)) {
          idle.push({ name, emptier });
          return;
        }
        await emptier.end();
      }
      await queryPostgres(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}

async function create({ url, template }: PostgresForTests, content: 'empty' | 'tables'): Promise<string> {
  const name = `${template}_${randomBytes(8).toString('hex')}`;
  await queryPostgres(
    url,
    `create database ${name} template ${content === 'tables' ? template : 'template1'}`,
  );
  return name;
}

/** Larger ones, in bytes, are not worth emptying. */
const MAX_SIZE = 2 ** 21;
/** PostgreSQL may still count a connection that was closed here a moment ago. */
const LOOKS = 10;
const LOOK_MS = 5;

/** The statements that reset the tables. */
const FILLED = `select format('delete from %I', relname) as statement from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
      and relname not in ('keyward_migrations', 'event_head', 'event_counts_head')
  union all select 'update event_head set position = 0 where position > 0'
  union all select 'update event_counts_head set position = 0 where position > 0'
  union all select format('select setval(%L, 1, false)', sequencename) from pg_sequences where last_value is not null`;

/** Changes that a test may have made to the tables, apart from their rows. */
const SHAPE = `select concat_ws(' ',
    (select count(*) || ' ' || sum(oid::bigint) from pg_class where relnamespace = 'public'::regnamespace),
    (select count(*) from pg_attribute), (select count(*) from pg_constraint), (select count(*) from pg_trigger),
    (select count(*) from pg_proc), (select count(*) from pg_db_role_setting)) as shape,
  (select sum(pg_relation_size(oid))::int from pg_class where relnamespace = 'public'::regnamespace) as size,
  (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as others`;

/** Removes all rows and restarts the ids. @returns false if that does not make it as good as new */
async function isEmptied(emptier: Pool, server: PostgresForTests): Promise<boolean> {
  try {
    const asMade = await shapeOf(server);
    for (let looks = 1; ; looks += 1) {
      const [found] = (await emptier.query<Shape>(SHAPE)).rows;
      if (found === undefined || found.shape !== asMade || found.size > MAX_SIZE) return false;
      if (found.others === 0) break;
      if (looks === LOOKS) return false;
      await delay(LOOK_MS);
    }
    const { rows } = await emptier.query<{ statement: string }>(FILLED);
    const statements = rows.map(({ statement }) => `; ${statement}`).join('');
    // Without checking foreign keys.
    await emptier.query(`set session_replication_role = replica${statements}`);
    return true;
  } catch {
    return false;
  }
}

/** One connection, which stays open, but does not keep the process from ending. */
function connectionTo(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // Some tests end all connections.
  pool.on('error', () => {});
  return pool;
}

interface Shape {
  shape: string;
  size: number;
  others: number;
}

let shape: Promise<string> | undefined;

function shapeOf({ url, template }: PostgresForTests): Promise<string> {
  shape ??= withClient(databaseUrl(url, template), async (client) => {
    const { rows } = await client.query<Shape>(SHAPE);
    return rows[0]?.shape ?? '';
  });
  return shape;
}

let ownServer: Promise<PostgresForTests> | undefined;

/** The run's server, or one for this process alone, so that a single test file works without the global setup. */
function postgres(): Promise<PostgresForTests> {
  const url = process.env[POSTGRES_URL];
  const template = process.env[POSTGRES_TEMPLATE];
  if (url !== undefined && template !== undefined) return Promise.resolve({ url, template });
  ownServer ??= (
    url === undefined ? insist(startPostgres).then((server) => server.url) : Promise.resolve(url)
  ).then(async (started) => ({ url: started, template: await insist(() => createTemplate(started)) }));
  return ownServer;
}

/** Creates the database that is copied for databases with tables. */
export async function createTemplate(serverUrl: string): Promise<string> {
  const name = `keyward_${randomBytes(4).toString('hex')}`;
  await queryPostgres(serverUrl, `create database ${name}`);
  await applyMigrations({ kind: 'postgres', url: databaseUrl(serverUrl, name), poolSize: 1 });
  return name;
}

/** Drops the template and all databases made from it. */
export async function dropAll(serverUrl: string, template: string): Promise<void> {
  const names = await queryPostgres(
    serverUrl,
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  );
  for (const { datname } of names) {
    await queryPostgres(serverUrl, `drop database if exists ${String(datname)} with (force)`);
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const numbers: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
};

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, types: numbers });
  // A connection that is cut fails its query; without a listener, it would end the process too.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs statements on one connection. It is opened for the first statement, and again if it breaks or could not be
 * opened.
 */
export function postgresQueries(url: string) {
  let client: Promise<Client> | undefined;
  async function connect(): Promise<Client> {
    const made = new Client({ connectionString: url, types: numbers });
    const forget = () => (client = undefined);
    made.on('error', forget);
    await made.connect().catch((error: unknown) => {
      forget();
      throw error;
    });
    return made;
  }
  return {
    query: async (statement: string, params: readonly SqlValue[] = []) => {
      client ??= connect();
      const { rows } = await (await client).query<Record<string, unknown>>(statement, [...params]);
      return rows;
    },
    close: async () => {
      const made = client;
      client = undefined;
      await (await made)?.end();
    },
  };
}

export function queryPostgres(
  url: string,
  statement: string,
  params: readonly SqlValue[] = [],
): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(statement, [...params]);
    return rows;
  });
}
