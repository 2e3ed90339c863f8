import type { TestDatabase } from './databases.ts';

/** Counts from 1 to `$1`, in a column `n`. */
const NUMBERS = {
  sqlite: 'with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)',
  postgres: 'with numbers as (select n from generate_series(1, $1::bigint) n)',
} as const;

const UID = {
  sqlite: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  postgres: 'gen_random_uuid()::text',
} as const;

/**
 * Inserts accounts into a database that Keyward has migrated, in one statement. They resemble those of a grown
 * service: a few are suspended, some are pending, most emails are verified, and names and addresses begin with every
 * letter.
 */
export async function seedAccounts(database: TestDatabase, count: number): Promise<void> {
  const { kind } = database;
  const letter = `substr('abcdefghijklmnopqrstuvwxyz', cast(1 + (n * 7) % 26 as integer), 1)`;
  await database.query(
    `${NUMBERS[kind]}
    insert into accounts (uid, name, name_key, handle, handle_key, email, email_key, email_verified, phone, avatar_url,
      role, status, password_hash, created_at, updated_at)
    select ${UID[kind]}, 'Name ' || ${letter} || ' ' || n, 'name ' || ${letter} || ' ' || n,
      ${letter} || '.seeded.' || n, ${letter} || '.seeded.' || n,
      ${letter} || '.seeded' || n || '@example.org', ${letter} || '.seeded' || n || '@example.org',
      case when n % 10 < 7 then 1 else 0 end, '+4930' || (10000000 + n), null,
      'user', case when n % 1000 = 0 then 'suspended' when n % 20 = 1 then 'pending' else 'active' end, null,
      1700000000000 + n * 1000, 1700000000000 + (n * 7919 % 1000003) * 1000
    from numbers`,
    [count],
  );
  // The statistics and vacuuming that autovacuum would do after a while.
  if (kind === 'postgres') await database.query('vacuum analyze accounts');
}

/** Inserts one session for each of the first `count` accounts; every tenth one expires at `now`. */
export async function seedSessions(database: TestDatabase, count: number, now: number): Promise<void> {
  await database.query(
    `${NUMBERS[database.kind]}
    insert into sessions (account_id, ip_address, user_agent, created_at, last_used_at, expires_at, refresh_generation, refreshed_at)
    select accounts.id, '192.0.2.' || (n % 200), 'seed', $2 + n, $2 + n, case when n % 10 = 0 then $2 - 1 else $2 + 86400000 end, 0, $2
    from numbers join accounts on accounts.id = n`,
    [count, now],
  );
  if (database.kind === 'postgres') await database.query('vacuum analyze sessions');
}
