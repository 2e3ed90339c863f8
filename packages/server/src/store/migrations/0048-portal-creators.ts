import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Who created a link to a portal. */
export const portalCreators: Migration = {
  name: '0048-portal-creators',
  changesData: false,
  async up(db) {
    await sql`alter table portals add column created_by bigint`.execute(db);
  },
};
