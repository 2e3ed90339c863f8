import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Sessions in which a superadmin acts for the owner. */
export const impersonation: Migration = {
  name: '0026-impersonation',
  changesData: false,
  async up(db) {
    await sql`alter table sessions add column impersonator text`.execute(db);
  },
};
