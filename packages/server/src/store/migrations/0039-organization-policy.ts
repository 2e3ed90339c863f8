import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The policy of an organization, and the columns of sessions that it is checked against. */
export const organizationPolicy: Migration = {
  name: '0039-organization-policy',
  changesData: false,
  async up(db) {
    await sql`alter table organizations add column policy text`.execute(db);
    await sql`alter table sessions add column method text`.execute(db);
    await sql`alter table sessions add column longest_rest bigint not null default 0`.execute(db);
  },
};
