import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Since when the person who vouches for a connection lacks rights for that, and the connections of such a person. */
export const lostVouchers: Migration = {
  name: '0061-lost-vouchers',
  changesData: false,
  indexes: [
    {
      name: 'connections__by_voucher',
      table: 'connections',
      on: '(vouched_by) where vouched_by is not null',
    },
  ],
  async up(db) {
    await sql`alter table connections add column trust_lost_at bigint`.execute(db);
  },
};
