import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** When a way into an account was set by a session that gave no proof of who its owner is. */
export const unproven: Migration = {
  name: '0018-unproven',
  changesData: false,
  async up(db) {
    await sql`alter table accounts add column password_unproven_at bigint`.execute(db);
    await sql`alter table accounts add column email_unproven_at bigint`.execute(db);
    await sql`alter table provider_links add column unproven_at bigint`.execute(db);
    await sql`alter table sessions add column unproven integer not null default 0`.execute(db);
    // What an instance of the release before begins counts as unproven.
    await sql`alter table provider_flows add column proven integer not null default 0`.execute(db);
    await sql`alter table email_changes add column proven integer not null default 0`.execute(db);
    await sql`alter table email_changes add column old_email_unproven_at bigint`.execute(db);
  },
};
