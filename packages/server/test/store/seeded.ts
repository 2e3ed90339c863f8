import { after } from 'node:test';
import assert from 'node:assert/strict';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { createDialect } from '../../src/store/engine/dialect.ts';
import { FEW_ROWS } from '../../src/store/lists/lists.ts';
import { applyMigrations } from '../../src/store/migrations/maintenance.ts';
import type { Schema } from '../../src/store/engine/schema.ts';
import { createTestDatabase, type DatabaseKind } from '../support/databases.ts';
import { seedAccounts, seedSessions } from '../support/seed.ts';
import { NOW, optionsOf } from './stores.ts';

/** More accounts than a list gathers and sorts, so that it must use its slow path. */
export const ACCOUNTS = FEW_ROWS + 1_000;

type Row = Record<string, string | number | null>;

/** A database with accounts and sessions, and every statement that is run on it. */
export async function suiteLists(kind: DatabaseKind) {
  const database = await createTestDatabase(kind, 'tables');
  const options = optionsOf(database);
  await applyMigrations(options);
  await seedAccounts(database, ACCOUNTS);
  await seedSessions(database, ACCOUNTS, NOW);
  const queries: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: createDialect(options),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });

  /**
   * The query plans of the statements that a task runs, one step per line.
   * @param bitmaps whether PostgreSQL may use bitmaps of rows, as the index of parts of texts does
   */
  async function plansOf(task: () => Promise<unknown>, bitmaps = false): Promise<string[]> {
    queries.length = 0;
    await task();
    const explained = [...queries];
    return db.connection().execute(async (connection) => {
      // PostgreSQL reads a small table fastest without an index. So the tests force indexes; a missing index still
      // shows in the plan.
      if (kind === 'postgres') {
        await sql`set enable_seqscan = off`.execute(connection);
        await sql`set enable_bitmapscan = ${sql.lit(bitmaps)}`.execute(connection);
      }
      const prefix = kind === 'sqlite' ? 'explain query plan ' : 'explain ';
      const steps: string[] = [];
      for (const { sql: text, parameters } of explained) {
        const { rows } = await connection.executeQuery<Row>(
          CompiledQuery.raw(prefix + text, [...parameters]),
        );
        steps.push(...rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])));
      }
      return steps;
    });
  }
  return { database, db, plansOf };
}

/** Asserts that each step reads a table by an index, and none reads a whole table. */
export function assertNoScan(steps: readonly string[], what: string): void {
  const scans = steps.filter((step) => /^SCAN (accounts|sessions|codes)$|Seq Scan on/.test(step.trim()));
  assert.deepEqual(scans, [], `${what}:\n${steps.join('\n')}`);
}
