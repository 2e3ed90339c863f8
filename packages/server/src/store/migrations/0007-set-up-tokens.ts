import type { Migration } from './migration.ts';

export const setUpTokens: Migration = {
  name: '0007-set-up-tokens',
  changesData: false,
  async up(db) {
    await db.schema
      .createTable('set_up_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
