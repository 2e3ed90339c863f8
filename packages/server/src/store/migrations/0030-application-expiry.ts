import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** A temporary application expires. */
export const applicationExpiry: Migration = {
  name: '0030-application-expiry',
  changesData: false,
  async up(db) {
    await sql`alter table applications add column expires_at bigint`.execute(db);
  },
};
