import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** For which members a connection may act. Those from before act for all. */
export const connectionTrust: Migration = {
  name: '0050-connection-trust',
  changesData: false,
  async up(db) {
    await sql`alter table connections add column trust text`.execute(db);
  },
};
