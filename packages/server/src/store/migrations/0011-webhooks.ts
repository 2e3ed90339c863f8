import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  name: '0011-webhooks',
  changesData: false,
  async up(db, kind) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
          kind === 'sqlite'
            ? column.primaryKey().autoIncrement()
            : column.primaryKey().generatedAlwaysAsIdentity(),
        )
        .addColumn('uid', 'text', (column) => column.notNull());

    await table('webhooks')
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('types', 'text')
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('disabled_reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('sealed_previous_secret', 'text')
      .addColumn('previous_until', 'bigint')
      .addColumn('languages', 'text', (column) => column.notNull())
      .addColumn('cursor', 'bigint', (column) => column.notNull())
      .addColumn('replay_cursor', 'bigint')
      .addColumn('replay_until', 'bigint')
      .addColumn('replay_since', 'bigint')
      .addColumn('failing_since', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema.createIndex('webhooks__uid').on('webhooks').column('uid').unique().execute();

    await table('deliveries')
      .addColumn('webhook_id', 'bigint', (column) => column.notNull())
      .addColumn('event_id', 'bigint', (column) =>
        column.notNull().references('events.id').onDelete('cascade'),
      )
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'text', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('lease', 'text')
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('deliveries__uid').on('deliveries').column('uid').unique().execute();
    await db.schema.createIndex('deliveries__by_event').on('deliveries').column('event_id').execute();
    await db.schema
      .createIndex('deliveries__by_webhook')
      .on('deliveries')
      .columns(['webhook_id', 'id'])
      .execute();
    // Most have succeeded; these are few among many.
    for (const state of ['pending', 'failed'])
      await sql`create index ${sql.ref(`deliveries__${state}`)} on deliveries (webhook_id, id)
        where state = ${sql.lit(state)}`.execute(db);
    await sql`create index deliveries__due on deliveries (webhook_id, due_at, id) where due_at is not null`.execute(
      db,
    );
    await sql`create index deliveries__finished on deliveries (finished_at) where finished_at is not null`.execute(
      db,
    );
  },
};
