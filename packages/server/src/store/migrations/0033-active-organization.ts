import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The organization that a session acts in, and when the roles of an organization last changed. */
export const activeOrganization: Migration = {
  name: '0033-active-organization',
  changesData: false,
  async up(db) {
    await sql`alter table sessions add column membership_id bigint`.execute(db);
    await sql`alter table organizations add column roles_version bigint not null default 0`.execute(db);
  },
};
