import { type Kysely, sql } from 'kysely';
import { ACCOUNT_TEXT, findsParts, TEXT_INDEX } from '../engine/account-texts.ts';
import { lockMigrations } from '../engine/locks.ts';
import { isAnswer } from '../engine/postgres-pool.ts';
import type { Schema } from '../engine/schema.ts';
import { buildBeside, createIndex } from './large-indexes.ts';

/**
 * Builds the index of the parts of names, emails and handles on PostgreSQL, while others write. It needs the extension
 * `pg_trgm`, which is created where the server has it and allows that. Without it there is no such index; a later call
 * tries again.
 */
export async function buildTextIndex(db: Kysely<Schema>): Promise<void> {
  try {
    if (await findsParts(db)) return;
    const schema = (await schemaOfTrigrams(db)) ?? (await createTrigrams(db));
    if (schema === null) return;
    // The extension may be in a schema outside of the search path.
    const on = `using gin (${ACCOUNT_TEXT.postgres} ${schema}.gin_trgm_ops)`;
    const index = { name: TEXT_INDEX, table: 'accounts', on };
    // The build beside others needs a second connection, which a pooler may not have.
    if (await hasFew(db)) await createIndex(index).execute(db);
    else await buildBeside(db, [index]);
  } catch (error) {
    // The service works without it. The doctor says that it is missing.
    if (!(error instanceof Error && isAnswer(error))) throw error;
  }
}

/** The number of accounts whose index takes some milliseconds, in which nobody else can write. */
const FEW = 1_000;

async function hasFew(db: Kysely<Schema>): Promise<boolean> {
  const rows = await db.selectFrom('accounts').select('id').limit(FEW).execute();
  return rows.length < FEW;
}

/** As part of a statement; null without the extension. */
async function schemaOfTrigrams(db: Kysely<Schema>): Promise<string | null> {
  const { rows } = await sql<{ schema: string }>`
    select quote_ident(nspname) as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db);
  return rows[0]?.schema ?? null;
}

async function createTrigrams(db: Kysely<Schema>): Promise<string | null> {
  const { rows } = await sql`select from pg_available_extensions where name = 'pg_trgm'`.execute(db);
  if (rows.length === 0) return null;
  await db.transaction().execute(async (trx) => {
    await lockMigrations(trx, 'postgres');
    await sql`create extension if not exists pg_trgm`.execute(trx);
  });
  return schemaOfTrigrams(db);
}
