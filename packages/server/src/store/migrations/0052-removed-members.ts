import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Accounts that somebody has removed from an organization, so that they do not join it again by its domain. */
export const removedMembers: Migration = {
  name: '0052-removed-members',
  changesData: false,
  async up(db) {
    await sql`
      create table removed_members (
        organization_id bigint not null references organizations(id) on delete cascade,
        account_id bigint not null references accounts(id) on delete cascade,
        constraint removed_members__primary primary key (organization_id, account_id)
      )`.execute(db);
    await sql`create index removed_members__by_account_id on removed_members (account_id)`.execute(db);
  },
};
