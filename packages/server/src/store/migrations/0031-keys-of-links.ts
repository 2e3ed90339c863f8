import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The link of a mail has its own key, which nobody can guess. */
export const keysOfLinks: Migration = {
  name: '0031-keys-of-links',
  changesData: false,
  async up(db) {
    await sql`alter table codes add column link_key_hash text`.execute(db);
  },
};
