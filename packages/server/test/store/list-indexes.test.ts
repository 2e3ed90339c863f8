import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Kysely } from 'kysely';
import { createDialect } from '../../src/store/dialect.ts';
import { migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import type { Schema } from '../../src/store/schema.ts';
import { createTestDatabase, DATABASES } from '../support/databases.ts';
import { optionsOf } from './stores.ts';

for (const kind of DATABASES) {
  describe(`the migration to fast lists on ${kind}`, () => {
    it('gives the accounts that there are the key of their names', async () => {
      await using database = await createTestDatabase(kind);
      const options = optionsOf(database);
      const db = new Kysely<Schema>({ dialect: createDialect(options, 'migration') });
      try {
        const before = MIGRATIONS.filter(({ name }) => name < '0005');
        await migrate(db, options, before);
        const names = ['Ada', 'ÅNGSTRÖM', 'ﬁne', '名前', "O'Hara 🙂"];
        for (const [index, name] of names.entries()) {
          await database.query(
            `insert into accounts (uid, name, handle, handle_key, email, email_key, email_verified, role, status, created_at, updated_at)
             values ($1, $2, $1, $1, $1, $1, 0, 'user', 'active', 0, 0)`,
            [`a${index}`, name],
          );
        }
        await migrate(db, options);
        const rows = await database.query('select name_key from accounts order by id');
        assert.deepEqual(
          rows.map((row) => row['name_key']),
          ['ada', 'ångström', 'fine', '名前', "o'hara 🙂"],
        );
      } finally {
        await db.destroy();
      }
    });
  });
}
