import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What a connection was when it gave its word for a sign-in that waits for a factor. */
export const lastingWords: Migration = {
  name: '0062-lasting-words',
  changesData: false,
  async up(db) {
    await sql`alter table challenges add column word text`.execute(db);
  },
};
