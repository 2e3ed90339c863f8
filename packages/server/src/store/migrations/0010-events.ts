import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const events: Migration = {
  name: '0010-events',
  changesData: false,
  async up(db, kind) {
    await db.schema
      .createTable('events')
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
        kind === 'sqlite'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedAlwaysAsIdentity(),
      )
      .addColumn('uid', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('audit', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('account_id', 'bigint')
      .addColumn('session_id', 'bigint')
      .addColumn('actor', 'text')
      .addColumn('ip_address', 'text')
      .addColumn('merge_key', 'text')
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      // SQLite has one writer, so its ids are in the order of commit already.
      .addColumn('position', 'bigint', (column) =>
        kind === 'sqlite' ? column.generatedAlwaysAs(sql`id`) : column,
      )
      .execute();
    await db.schema.createIndex('events__uid').on('events').column('uid').unique().execute();
    // What the feed filters by, each followed by the order of the feed.
    await db.schema.createIndex('events__by_type').on('events').columns(['type', 'position']).execute();
    await db.schema.createIndex('events__by_age').on('events').columns(['audit', 'at']).execute();
    for (const column of ['account_id', 'actor', 'ip_address']) {
      await sql`create index ${sql.ref(`events__by_${column}`)} on events (${sql.ref(column)}, position)
        where ${sql.ref(column)} is not null`.execute(db);
    }
    await sql`create unique index events__merge_key on events (merge_key) where merge_key is not null`.execute(
      db,
    );
    await sql`create unique index events__position on events (position) where position is not null`.execute(
      db,
    );
    await sql`create index events__unplaced on events (id) where position is null`.execute(db);
    await db.schema
      .createTable('event_head')
      .addColumn('position', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into event_head (position) values (0)`.execute(db);
    await db.schema.dropTable('left_events').execute();
  },
};
