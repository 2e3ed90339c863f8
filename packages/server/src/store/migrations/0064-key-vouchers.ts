import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The API key that answers for what it made, and who answers for what revoked SCIM tokens have stored. */
export const keyVouchers: Migration = {
  name: '0064-key-vouchers',
  changesData: false,
  async up(db) {
    await sql`alter table connections add column vouched_key bigint`.execute(db);
    await sql`alter table connections add column former_vouchers text`.execute(db);
    await sql`alter table scim_tokens add column vouched_key bigint`.execute(db);
    await sql`alter table portals add column created_key bigint`.execute(db);
    await sql`alter table organization_invitations add column created_key bigint`.execute(db);
  },
};
