import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The provider of a sign-in that waits for its second factor, or that it began with a mailed link. */
export const signInVia: Migration = {
  name: '0016-sign-in-via',
  changesData: false,
  async up(db) {
    await sql`alter table challenges add column via text`.execute(db);
  },
};
