import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { sqlite } from '../engine/sqlite.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type DatabaseOptions, hasTable } from '../engine/dialect.ts';
import { lockMigrations } from '../engine/locks.ts';
import { isAnswer } from '../engine/postgres-pool.ts';
import { buildBeside, createIndex } from './large-indexes.ts';
import { MIGRATIONS } from './index.ts';
import type { Migration } from './migration.ts';
import type { Schema } from '../engine/schema.ts';

/**
 * Migrations lock tables that other instances use, in an order of their own. So a lock waits for a short time only,
 * because every request would wait behind it, and a deadlock is tried again.
 */
const LOCK_TIMEOUT_MS = 3_000;
const ATTEMPTS = 30;
const PAUSE_MS = 500;

/** PostgreSQL's errors for a deadlock, and for a lock that was not granted in time. */
const BLOCKED = /^(40P01|55P03)$/;

/** The database cannot be brought to this program's schema. The message is for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface MigrationStatus {
  applied: string[];
  pending: string[];
}

export async function migrationStatus(
  db: Kysely<Schema>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<MigrationStatus> {
  const applied = (await hasTable(db, 'keyward_migrations'))
    ? (await db.selectFrom('keyward_migrations').select('name').orderBy('name').execute()).map(
        (row) => row.name,
      )
    : [];
  const unknown = applied.filter(
    (name) => !migrations.some((migration) => migration.name === name || isReplaced(name, migration)),
  );
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was written by a newer Keyward (${unknown.join(', ')}): start that version, or restore a backup.`,
    );
  }
  for (const migration of migrations) {
    const found = applied.filter((name) => isReplaced(name, migration));
    if (found.length > 0 && found.at(-1) !== migration.replaces?.last)
      throw new MigrationError(
        `The database is older than the first release (its last migration is ${found.at(-1)}): run "keyward migrate" of commit a6514594 on it, then start this version.`,
      );
  }
  return {
    applied,
    pending: migrations.map((migration) => migration.name).filter((name) => !applied.includes(name)),
  };
}

function isReplaced(name: string, { replaces }: Migration): boolean {
  return replaces !== undefined && replaces.first <= name && name <= replaces.last;
}

/**
 * Applies the missing migrations, all or none, while other instances wait. Large indexes that were built for them are
 * kept.
 * @returns the names of those applied now
 */
export async function migrate(
  db: Kysely<Schema>,
  options: DatabaseOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  // First without the lock, so that an instance with nothing to do does not wait.
  const before = await migrationStatus(db, migrations);
  if (before.pending.length === 0) return [];
  if (options.kind === 'postgres' && before.applied.length > 0) {
    const missing = migrations.filter(({ name }) => before.pending.includes(name));
    await buildBeside(
      db,
      missing.flatMap(({ indexes = [] }) => indexes),
    );
  }

  for (let attempt = 1; ; attempt++) {
    try {
      return await applyMissing(db, options, migrations);
    } catch (error) {
      if (!isBlocked(error)) throw error;
      if (attempt === ATTEMPTS)
        throw new MigrationError(
          'Another transaction holds the tables that a migration changes: end long transactions, and start again.',
          { cause: error },
        );
      await delay(PAUSE_MS);
    }
  }
}

function isBlocked(error: unknown): boolean {
  return error instanceof Error && isAnswer(error) && BLOCKED.test(error.code ?? '');
}

function applyMissing(
  db: Kysely<Schema>,
  options: DatabaseOptions,
  migrations: readonly Migration[],
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    // Migrations are frozen: they may not know today's schema.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const untyped = trx as unknown as Kysely<unknown>;
    await lockMigrations(trx, options.kind);
    if (options.kind === 'postgres')
      await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(trx);
    await sql`create table if not exists keyward_migrations (name varchar(100) primary key, applied_at bigint not null)`.execute(
      trx,
    );
    // Checked again, because another instance may have been first.
    const { applied, pending } = await migrationStatus(trx, migrations);
    const missing = migrations.filter((migration) => pending.includes(migration.name));
    const rewriting = missing.find((migration) => migration.changesData);
    if (rewriting !== undefined && applied.length > 0) backUpDatabase(options, rewriting.name);
    for (const migration of missing) {
      const replaced = applied.filter((name) => isReplaced(name, migration));
      if (replaced.length > 0)
        await trx.deleteFrom('keyward_migrations').where('name', 'in', replaced).execute();
      else {
        for (const index of migration.indexes ?? []) await createIndex(index).execute(trx);
        await migration.up(untyped, options.kind);
      }
      await trx
        .insertInto('keyward_migrations')
        .values({ name: migration.name, applied_at: Date.now() })
        .execute();
    }
    return pending;
  });
}

/**
 * Copies the committed content of a SQLite file before a migration rewrites it. The migration may hold the write lock
 * during that. On PostgreSQL, the operator makes the backups.
 */
function backUpDatabase(options: DatabaseOptions, label: string): void {
  if (options.kind !== 'sqlite') return;
  const copy = `${options.file}.before-${label}`;
  // It has another name until it is complete. SQLite writes into the empty file and keeps its mode.
  const unfinished = `${copy}.unfinished`;
  const file = openSync(unfinished, 'w', 0o600);
  const database = new (sqlite().DatabaseSync)(options.file);
  try {
    database.prepare('vacuum into ?').run(unfinished);
    fsyncSync(file);
  } finally {
    database.close();
    closeSync(file);
  }
  renameSync(unfinished, copy);
}
