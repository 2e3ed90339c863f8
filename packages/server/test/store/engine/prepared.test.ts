import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Kysely } from 'kysely';
import { createDialect } from '../../../src/store/engine/dialect.ts';
import { applyMigrations } from '../../../src/store/migrations/maintenance.ts';
import { prepared, type Values } from '../../../src/store/engine/prepared.ts';
import type { Schema } from '../../../src/store/engine/schema.ts';
import { createTestDatabase, DATABASES } from '../../support/databases.ts';
import { newAccount, optionsOf, times } from '../stores.ts';

for (const kind of DATABASES) {
  describe(`a prepared query on ${kind}`, () => {
    it('is compiled once, and takes the values of each run, at once and in a transaction', async () => {
      await using database = await createTestDatabase(kind);
      const options = optionsOf(database);
      await applyMigrations(options);
      const db = new Kysely<Schema>({ dialect: createDialect(options) });
      const accounts = times(20, () => newAccount());
      await db.insertInto('accounts').values(accounts).execute();

      let builds = 0;
      const on = (connection: Kysely<Schema>) =>
        prepared(connection, (value: Values<{ email: string; role: string }>) => {
          builds += 1;
          return connection
            .selectFrom('accounts')
            .select(['name', 'status'])
            .where('status', '=', 'active')
            .where('role', '=', value('role'))
            .where((where) =>
              where.or([where('email', '=', value('email')), where('email_key', '=', value('email'))]),
            );
        });
      const find = on(db);
      assert.equal(builds, 0);
      const found = await Promise.all(accounts.map(({ email }) => find({ email, role: 'user' })));
      assert.deepEqual(
        found.map(({ rows }) => rows.map((row) => ({ ...row }))),
        accounts.map(({ name }) => [{ name, status: 'active' }]),
      );
      assert.deepEqual((await find({ email: accounts[0]?.email ?? '', role: 'superadmin' })).rows, []);
      assert.equal(builds, 1);

      await db.transaction().execute(async (trx) => {
        await trx.updateTable('accounts').set({ role: 'changed' }).execute();
        const { rows } = await on(trx)({ email: accounts[3]?.email_key ?? '', role: 'changed' });
        assert.equal(rows[0]?.name, accounts[3]?.name);
      });
      await db.destroy();
    });
  });
}
