import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The emails of people whom somebody has removed, who could delete their accounts and come back with new ones. */
export const removedEmails: Migration = {
  name: '0069-removed-emails',
  changesData: false,
  async up(db) {
    await sql`
      create table removed_emails (
        organization_id bigint not null references organizations(id) on delete cascade,
        email_hash text not null,
        constraint removed_emails__primary primary key (organization_id, email_hash)
      )`.execute(db);
  },
};
