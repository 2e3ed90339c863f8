import type { Migration } from './migration.ts';

/** Mails that are sent however often the service is killed: each is claimed, and removed once it has left. */
export const mailQueue: Migration = {
  name: '0020-mail-queue',
  changesData: false,
  async up(db) {
    await db.schema
      .createTable('mail_queue')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sealed_mail', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('lease', 'text')
      .execute();
    await db.schema.createIndex('mail_queue__by_due_at').on('mail_queue').column('due_at').execute();
  },
};
