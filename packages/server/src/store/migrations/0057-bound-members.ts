import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Members who must sign in by a connection whatever their email is, because it was in a domain that requires one. */
export const boundMembers: Migration = {
  name: '0057-bound-members',
  changesData: false,
  async up(db) {
    await sql`alter table memberships add column bound integer not null default 0`.execute(db);
  },
};
