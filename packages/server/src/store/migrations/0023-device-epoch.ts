import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** An account knows the browsers and addresses that have signed in since this number last grew. */
export const deviceEpoch: Migration = {
  name: '0023-device-epoch',
  changesData: false,
  async up(db) {
    await sql`alter table accounts add column device_epoch integer not null default 0`.execute(db);
  },
};
