import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The slugs of organizations that were removed, so that nobody takes their place at once. */
export const freedSlugs: Migration = {
  name: '0055-freed-slugs',
  changesData: false,
  async up(db, kind) {
    const slug = sql.raw(kind === 'sqlite' ? 'slug text' : 'slug text collate "C"');
    await sql`create table freed_slugs (${slug} primary key, until bigint not null)`.execute(db);
    await sql`create index freed_slugs__by_until on freed_slugs (until)`.execute(db);
  },
};
