import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The hints that superadmins have hidden. One of them stood among the versions of the settings. */
export const hiddenHints: Migration = {
  name: '0059-hidden-hints',
  changesData: true,
  async up(db, kind) {
    const hint = sql.raw(kind === 'sqlite' ? 'hint text' : 'hint text collate "C"');
    await sql`create table hidden_hints (${hint} primary key)`.execute(db);
    await sql`insert into hidden_hints (hint) select section from settings where section = 'checklist'`.execute(
      db,
    );
    await sql`delete from settings where section = 'checklist'`.execute(db);
  },
};
