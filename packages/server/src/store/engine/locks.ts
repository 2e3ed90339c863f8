import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { type DatabaseKind, isPostgres } from './dialect.ts';
import { WITHOUT_LIMITS } from './postgres-pool.ts';
import type { Schema } from './schema.ts';

/** The key of the advisory lock under which one instance migrates while the others wait. */
const MIGRATION_LOCK = 4_011_953;
/** The key of the advisory lock for transactions that reduce the number of superadmins. */
const SUPERADMIN_LOCK = 4_011_954;
/** The class of the advisory locks for email domains. */
const DOMAIN_LOCKS = 4_011_956;

/** Makes other instances wait until this transaction ends. On SQLite, `begin immediate` already does so. */
export async function lockMigrations(trx: Transaction<Schema>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres') return;
  // A pooler may provide a connection with limits.
  await sql.raw(WITHOUT_LIMITS).execute(trx);
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
}

/** Makes every other transaction that would reduce the superadmins wait until this one ends. SQLite has one writer. */
export async function lockSuperadmins(trx: Kysely<Schema>): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${SUPERADMIN_LOCK})`.execute(trx);
}

/**
 * Makes a transaction that gives an email domain to another organization wait for those that depend on its owner, and the
 * other way round. SQLite has one writer.
 * @param how `share` for a transaction that depends on the owner
 */
export async function lockDomain(
  trx: Kysely<Schema>,
  domain: string,
  how: 'share' | 'change',
): Promise<void> {
  if (!isPostgres(trx)) return;
  const lock = sql.raw(how === 'share' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${lock}(${sql.lit(DOMAIN_LOCKS)}, hashtext(${domain}))`.execute(trx);
}

/**
 * Locks the rows that a SELECT reads until the transaction ends. Without a transaction it locks until the statement
 * ends, which protects an insert that depends on them. An update that changes nothing would lock too, but would rewrite
 * every index. SQLite's writers have exclusive access to the database.
 */
export function lockRows<Table extends 'accounts' | 'sessions' | 'totps' | 'webhooks' | 'organizations', Row>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> {
  return isPostgres(db) ? query.forNoKeyUpdate() : query;
}

/**
 * Keeps the rows that a SELECT reads from being removed until the transaction ends; they can still change. Rows that
 * another transaction is removing are not read, so that the statement never waits. SQLite has one writer.
 */
export function keepRows<Row>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, 'sessions', Row>,
): SelectQueryBuilder<Schema, 'sessions', Row> {
  return isPostgres(db) ? query.forKeyShare().skipLocked() : query;
}

/**
 * Locks the rows that a statement is about to change, in the order of their keys. Two statements that took the same rows
 * in different orders would wait for each other forever. SQLite has one writer.
 */
export function lockInOrder<Table extends 'sessions' | 'codes' | 'failures', Row>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Table, Row>,
  key: 'id' | 'key' = 'id',
): SelectQueryBuilder<Schema, Table, Row> {
  return isPostgres(db) ? query.orderBy(sql.ref(key)).forUpdate() : query;
}

/** Skips rows that another transaction has locked, so that the statement never waits. SQLite has one writer. */
export function skipLocked<
  Table extends
    | 'sessions'
    | 'codes'
    | 'failures'
    | 'events'
    | 'webhooks'
    | 'deliveries'
    | 'mail_queue'
    | 'oauth_logouts'
    | 'organization_domains',
  Row,
>(db: Kysely<Schema>, query: SelectQueryBuilder<Schema, Table, Row>): SelectQueryBuilder<Schema, Table, Row> {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query;
}
