import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The permissions that whoever made a SCIM token could give then: fewer through a portal than its creator has. */
export const tokenTrust: Migration = {
  name: '0065-token-trust',
  changesData: false,
  async up(db) {
    await sql`alter table scim_tokens add column trust text`.execute(db);
  },
};
