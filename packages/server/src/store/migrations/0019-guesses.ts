import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Who may guess: the browser that asked for a code, addresses that an account knows, and wrong codes of an app. */
export const guesses: Migration = {
  name: '0019-guesses',
  changesData: false,
  async up(db, kind) {
    await sql`alter table codes add column asker_browser_hash text`.execute(db);
    // A constant default rewrites no row, on either database.
    await sql`alter table totps add column wrong_codes integer not null default 0`.execute(db);
    await sql`alter table totps add column wrong_since bigint`.execute(db);
    await db.schema
      .createTable('known_addresses')
      .addColumn('account_id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('address_hash', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('known_addresses__address', ['account_id', 'address_hash'])
      .execute();
    await db.schema.createIndex('known_addresses__seen').on('known_addresses').column('seen_at').execute();
  },
};
