import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** People whom a provider has deleted, so that they are not added again automatically. */
export const scimDeletions: Migration = {
  name: '0049-scim-deletions',
  changesData: false,
  async up(db) {
    await sql`alter table scim_users add column deleted_at bigint`.execute(db);
  },
};
