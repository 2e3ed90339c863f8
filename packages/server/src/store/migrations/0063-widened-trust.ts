import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** When somebody last trusted a connection for more than before. */
export const widenedTrust: Migration = {
  name: '0063-widened-trust',
  changesData: false,
  async up(db) {
    await sql`alter table connections add column trust_widened_at bigint`.execute(db);
  },
};
