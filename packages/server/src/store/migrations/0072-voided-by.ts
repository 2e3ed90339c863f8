import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Whose undo has voided the trust in a connection. */
export const voidedBy: Migration = {
  name: '0072-voided-by',
  changesData: false,
  async up(db) {
    await sql`alter table connections add column voided_by bigint`.execute(db);
  },
};
