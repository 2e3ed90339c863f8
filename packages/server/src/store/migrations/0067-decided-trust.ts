import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** When somebody last decided what a connection is trusted for. */
export const decidedTrust: Migration = {
  name: '0067-decided-trust',
  changesData: false,
  async up(db) {
    await sql`alter table connections add column trust_decided_at bigint`.execute(db);
  },
};
