import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What happened in each hour, counted: charts of years, and of more than the trail keeps, read some thousand rows. */
export const activity: Migration = {
  name: '0015-activity',
  changesData: false,
  async up(db, kind) {
    const counts = db.schema
      .createTable('event_counts')
      .addColumn('hour', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_counts__key', ['hour', 'name']);
    await (kind === 'sqlite' ? counts.modifyEnd(sql`without rowid`) : counts).execute();
    await db.schema
      .createTable('event_counts_head')
      .addColumn('position', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into event_counts_head (position) values (0)`.execute(db);

    // With the state, outcomes are counted in the index alone.
    await sql`drop index deliveries__finished`.execute(db);
    await sql`create index deliveries__outcomes on deliveries (finished_at, state) where finished_at is not null`.execute(
      db,
    );
  },
};
