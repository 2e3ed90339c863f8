import type { Migration } from './migration.ts';

export const leftEvents: Migration = {
  name: '0004-left-events',
  changesData: false,
  async up(db, kind) {
    await db.schema
      .createTable('left_events')
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
        kind === 'sqlite'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedAlwaysAsIdentity(),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('metadata', 'text', (column) => column.notNull())
      .execute();
  },
};
