import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** A code for a device that the account knows and a code for anybody else do not replace each other. */
export const codesOfKnownDevices: Migration = {
  name: '0025-codes-of-known-devices',
  changesData: false,
  async up(db) {
    await sql`alter table codes add column by_known_device integer not null default 0`.execute(db);
  },
};
