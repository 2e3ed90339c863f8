import type { Migration } from './migration.ts';

/** Codes from before have no asker: whoever guesses one is a stranger. */
export const codeAskers: Migration = {
  name: '0006-code-askers',
  changesData: false,
  async up(db) {
    await db.schema
      .alterTable('codes')
      .addColumn('asker_hash', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('codes')
      .addColumn('stranger_attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
