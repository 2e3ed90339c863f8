import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What an organization asks of the sessions in which it is active, and what sessions tell about it. */
export const organizationPolicy: Migration = {
  name: '0039-organization-policy',
  changesData: false,
  async up(db) {
    await sql`alter table organizations add column policy text`.execute(db);
    await sql`alter table sessions add column method text`.execute(db);
    await sql`alter table sessions add column longest_rest bigint not null default 0`.execute(db);
  },
};
