import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { createDialect, type DatabaseOptions } from '../engine/dialect.ts';
import { migrate, migrationStatus, type MigrationStatus } from './migrate.ts';
import { MIGRATIONS } from './index.ts';
import { buildTextIndex } from './text-index.ts';
import type { Schema } from '../engine/schema.ts';

/**
 * Applies the missing migrations, all or none. On PostgreSQL, it also builds the index of parts of texts, if there is none
 * yet and the server has what it needs.
 * @returns the names of those applied now
 * @throws MigrationError when a newer Keyward has written the database
 */
export function applyMigrations(options: DatabaseOptions): Promise<string[]> {
  return withDatabase(options, 'migration', async (db) => {
    const applied = await migrate(db, options);
    if (options.kind === 'postgres') await buildTextIndex(db);
    return applied;
  });
}

/**
 * The applied and the missing migrations. Changes nothing.
 * @throws MigrationError when a newer Keyward has written the database
 */
export async function listMigrations(options: DatabaseOptions): Promise<MigrationStatus> {
  // Opening the file would create it.
  if (options.kind === 'sqlite' && !existsSync(options.file)) {
    return { applied: [], pending: MIGRATIONS.map((migration) => migration.name) };
  }
  return withDatabase(options, 'look', (db) => migrationStatus(db));
}

async function withDatabase<T>(
  options: DatabaseOptions,
  purpose: 'migration' | 'look',
  use: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const db = new Kysely<Schema>({ dialect: createDialect(options, purpose) });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
