import { DatabaseSync } from 'node:sqlite';
import { applyMigrations } from '../../../packages/server/src/store/migrations/maintenance.ts';
import type { DatabaseKind, TestDatabase } from '../../../packages/server/test/support/databases.ts';

/** Rows that one statement inserts. */
const STEP = 500_000;
const SESSIONS_EACH = 2;
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export interface GrowthData {
  accounts: number;
  /** The hash that each account gets. */
  passwordHash: string;
  /** Milliseconds since the epoch; the newest session began then. */
  now: number;
}

/** The email of the account with an id. The multiplier scatters the emails over the index, and repeats none of 2³² ids. */
export function emailOf(id: number): string {
  const scattered = BigInt.asUintN(32, BigInt(id) * 2_654_435_761n);
  return `${scattered.toString(16).padStart(8, '0')}.person@example.org`;
}

/** Whether the account with an id may sign in. */
export function isActive(id: number): boolean {
  return id % 1000 !== 0 && id % 20 !== 1;
}

/** The SQL that differs between the databases; `n` is the number of a row. */
export const DIALECT = {
  sqlite: {
    numbers:
      'with recursive numbers (n) as (select cast($1 as integer) union all select n + 1 from numbers where n < $2)',
    key: `printf('%08x', (n * 2654435761) & 4294967295)`,
    uid: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a'
      || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
    withIds: '',
  },
  postgres: {
    numbers: 'with numbers as (select n from generate_series($1::bigint, $2::bigint) n)',
    key: `lpad(to_hex((n * 2654435761) & 4294967295), 8, '0')`,
    uid: 'gen_random_uuid()::text',
    withIds: 'overriding system value',
  },
} as const;

/** `$3` is the number of rows, `$4` the time, `$5` the hash. */
const accountsOf = ({ numbers, key, uid, withIds }: (typeof DIALECT)[DatabaseKind]) => `
  ${numbers} insert into accounts (id, uid, name, name_key, handle, handle_key, email, email_key, email_verified, phone,
    avatar_url, role, status, password_hash, created_at, updated_at) ${withIds}
  select n, ${uid}, 'Person ' || key, 'person ' || key, key || '.person', key || '.person',
    key || '.person@example.org', key || '.person@example.org',
    case when n % 10 < 7 then 1 else 0 end, case when n % 10 < 3 then '+49' || (30000000000 + n) end, null, 'user',
    case when n % 1000 = 0 then 'suspended' when n % 20 = 1 then 'pending' else 'active' end,
    cast($5 as text), $4 - ($3 - n) * 6000, $4 - (n * 7919 % 1000003) * 1000
  from (select n, ${key} as key from numbers) as keyed`;

/** `$3` is the number of rows, `$4` the time, `$5` the number of accounts, `$6` the browser. */
const sessionsOf = ({ numbers, withIds }: (typeof DIALECT)[DatabaseKind]) => `
  ${numbers} insert into sessions (id, account_id, ip_address, user_agent, created_at, last_used_at, expires_at,
    refresh_generation, refreshed_at, amr) ${withIds}
  select n, 1 + n * 7919 % $5, '10.' || (n % 7) || '.' || (n * 31 % 256) || '.' || (n * 7919 % 251), cast($6 as text),
    $4 - ($3 - n) * 60, $4 - (n * 7919 % 1000003), $4 - ($3 - n) * 60 + 2592000000, 0, $4 - ($3 - n) * 60, 'pwd'
  from numbers`;

type Run = (statement: string, values: readonly (number | string)[]) => unknown;

async function insertAll(kind: DatabaseKind, run: Run, data: GrowthData, tell: (line: string) => void) {
  const { accounts, passwordHash, now } = data;
  const insert = async (statement: string, rows: number, ...values: (number | string)[]) => {
    for (let from = 1; from <= rows; from += STEP) {
      const to = Math.min(rows, from + STEP - 1);
      await run(statement, [from, to, rows, now, ...values]);
      tell(`${to.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`);
    }
  };
  await insert(accountsOf(DIALECT[kind]), accounts, passwordHash);
  await insert(sessionsOf(DIALECT[kind]), accounts * SESSIONS_EACH, accounts, USER_AGENT);
}

/**
 * Fills an empty SQLite file with accounts and two sessions for each. The indexes are created last, which takes a
 * fraction of the time. A file that was left half-filled is worthless.
 */
export async function fillSqlite(
  file: string,
  data: GrowthData,
  tell: (line: string) => void,
): Promise<void> {
  await applyMigrations({ kind: 'sqlite', file });
  const database = new DatabaseSync(file);
  try {
    for (const pragma of ['synchronous = off', 'foreign_keys = off', 'cache_size = -1000000'])
      database.exec(`pragma ${pragma}`);
    const indexes = database
      .prepare(
        `select name, sql from sqlite_schema where type = 'index' and tbl_name in ('accounts', 'sessions') and sql is not null`,
      )
      .all()
      .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
    for (const { name } of indexes) database.exec(`drop index ${name}`);
    // SQLite reads `$1` as a named parameter.
    const run: Run = (statement, values) =>
      database
        .prepare(statement)
        .run(Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value])));
    await insertAll('sqlite', run, data, tell);
    for (const { name, sql } of indexes) {
      database.exec(sql);
      tell(name);
    }
  } finally {
    database.close();
  }
}

/** The same for PostgreSQL. */
export async function fillPostgres(database: TestDatabase, data: GrowthData, tell: (line: string) => void) {
  await applyMigrations({ kind: 'postgres', url: database.url, poolSize: 1 });
  const indexes = await database.query(
    `select indexname, indexdef from pg_indexes where tablename in ('accounts', 'sessions') and indexname not like '%_pkey'`,
  );
  for (const { indexname } of indexes) await database.query(`drop index ${String(indexname)}`);
  await insertAll('postgres', (statement, values) => database.query(statement, values), data, tell);
  for (const table of ['accounts', 'sessions'])
    await database.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`);
  for (const { indexname, indexdef } of indexes) {
    await database.query(String(indexdef));
    tell(String(indexname));
  }
  // The effect that autovacuum would have after a while.
  await database.query('vacuum analyze');
}
