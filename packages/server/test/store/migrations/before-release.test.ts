import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { applyMigrations, listMigrations } from '../../../src/store/migrations/maintenance.ts';
import { MigrationError } from '../../../src/store/migrations/migrate.ts';
import { MIGRATIONS } from '../../../src/store/migrations/index.ts';
import {
  createTestDatabase,
  DATABASES,
  type DatabaseKind,
  type TestDatabase,
} from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { optionsOf } from '../stores.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);

/** The schema of a database, one element per row. The order of columns does not count. */
const SHAPE: Record<DatabaseKind, string> = {
  sqlite: 'select sql as thing from sqlite_schema where sql is not null',
  postgres: `
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name, is_identity) as thing
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'`,
};

async function shapeOf(database: TestDatabase): Promise<string[]> {
  const rows = await database.query(SHAPE[database.kind]);
  const words = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/["(),]/g, ' ')
      // The same for SQLite, except for primary keys, which are integers in both.
      .replaceAll('bigint', database.kind === 'sqlite' ? 'integer' : 'bigint')
      .trim()
      .split(/\s+/);
  return rows.map(({ thing }) => words(String(thing)).toSorted().join(' ')).toSorted();
}

/** A database that the last version before the first release created and filled. */
async function frozenDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const database = await createTestDatabase(kind);
  const text = readFileSync(join(import.meta.dirname, `frozen/before-release.${kind}.sql`), 'utf8');
  for (const statement of text.split(';\n')) if (statement !== '') await database.query(statement);
  return database;
}

/** @param added columns of later migrations, which are left out; of one table alone with its name */
async function rowsOf(
  database: TestDatabase,
  added: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const tables = await database.query(
    database.kind === 'sqlite'
      ? `select name from pragma_table_list where schema = 'main' and type = 'table' and name <> 'sqlite_schema'`
      : `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => table['name'] !== 'keyward_migrations')) {
    const found = await database.query(`select * from ${String(name)}`);
    rows[String(name)] = found
      .map((row) =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(row).filter(
              ([column]) => !added.includes(column) && !added.includes(`${String(name)}.${column}`),
            ),
          ),
        ),
      )
      .toSorted();
  }
  return rows;
}

for (const kind of DATABASES) {
  describe(`a database from before the first release, on ${kind}`, () => {
    it('is migrated with all its rows, and has what a new one has', async () => {
      await using database = await frozenDatabase(kind);
      const before = await rowsOf(database);
      for (const [table, rows] of Object.entries(before)) assert.ok(rows.length > 0, `${table} is empty`);
      // A later build kept this hint among the settings.
      await database.query(
        `insert into settings (section, version, value, created_at) values ('checklist', 1, 'dismissed', 0)`,
      );
      const options = optionsOf(database);
      assert.deepEqual((await listMigrations(options)).pending, NAMES);
      assert.deepEqual(await applyMigrations(options), NAMES);
      assert.deepEqual(await listMigrations(options), { applied: NAMES, pending: [] });
      // Other tables that came later are empty.
      const added = [
        'device_epoch',
        'assigned_at',
        'by_known_device',
        'impersonator',
        'undoable',
        'link_key_hash',
        'membership_id',
        'organization',
        'sessions.method',
        'longest_rest',
        'connection_organization_id',
        'connection_uid',
        'bound',
        'factor_vouched',
        'sealed_answer',
        'is_bulk',
        'word',
        'vouched_key',
        'former_vouchers',
        'created_key',
        'scim_tokens.trust',
        'applications.listed',
        'applications.listed_at',
        'email_changes.old_password_after_proof',
        'domain_hash',
        'host_hash',
        'deletion_connection',
        'proven_at',
        'mailbox_at',
      ];
      const stale = 'select 1 from applications where listed is null or listed_at <> updated_at';
      assert.deepEqual(await database.query(stale), []);
      const after = Object.entries(await rowsOf(database, added));
      assert.deepEqual(Object.fromEntries(after.filter(([, rows]) => rows.length > 0)), {
        ...before,
        hidden_hints: ['{"hint":"checklist"}'],
      });

      await using fresh = await createTestDatabase(kind);
      await applyMigrations(optionsOf(fresh));
      assert.deepEqual(await shapeOf(database), await shapeOf(fresh));

      // Values that were encrypted with another secret cannot be decrypted.
      for (const table of ['settings', 'webhooks', 'outbox', 'mail_queue'])
        await database.query(`delete from ${table}`);
      await using keyward = await startKeyward(kind, { database });
      const { token } = await keyward.logIn('ada@example.org');
      const me = await keyward.call('GET', '/me', { token });
      assert.deepEqual([me.status, Object(me.body['account'] ?? me.body).email], [200, 'ada@example.org']);
      await keyward.signUp();
    });

    it('is refused with the remedy if it is older', async () => {
      await using database = await frozenDatabase(kind);
      await database.query(`delete from keyward_migrations where name > '0017-unfinished-proofs'`);
      const before = await database.query('select name from keyward_migrations order by name');
      for (const look of [listMigrations, applyMigrations]) {
        await assert.rejects(look(optionsOf(database)), (error) => {
          assert.ok(error instanceof MigrationError);
          assert.match(
            error.message,
            /older than the first release .*0017-unfinished-proofs.*: run "keyward/,
          );
          return true;
        });
      }
      assert.deepEqual(await database.query('select name from keyward_migrations order by name'), before);
    });
  });
}
