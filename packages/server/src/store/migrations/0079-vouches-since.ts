import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Since when an account answers for what it makes in organizations. */
export const vouchesSince: Migration = {
  name: '0079-vouches-since',
  changesData: false,
  async up(db) {
    await sql`alter table accounts add column vouches_since bigint`.execute(db);
  },
};
