import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Accounts that have left an organization themselves: they do not join it again by its domain unless they ask. */
export const leftMembers: Migration = {
  name: '0073-left-members',
  changesData: false,
  async up(db) {
    await sql`alter table removed_members add column has_left integer not null default 0`.execute(db);
  },
};
