import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Since when somebody other than the owner may have been in an account, for its promotion. */
export const assignedCredentials: Migration = {
  name: '0060-assigned-credentials',
  changesData: false,
  async up(db) {
    await sql`alter table accounts add column assigned_at bigint`.execute(db);
  },
};
