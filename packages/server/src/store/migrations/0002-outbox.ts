import type { Migration } from './migration.ts';

export const outbox: Migration = {
  name: '0002-outbox',
  changesData: false,
  async up(db) {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sealed_mail', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('outbox__by_expires_at').on('outbox').column('expires_at').execute();
  },
};
