import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Since when somebody vouches for a connection, and since when it has its provider. */
export const vouchedSince: Migration = {
  name: '0067-vouched-since',
  changesData: true,
  async up(db) {
    for (const column of ['vouched_at', 'provider_changed_at'])
      await sql`alter table connections add column ${sql.ref(column)} bigint`.execute(db);
    await sql`update connections set vouched_at = created_at, provider_changed_at = created_at`.execute(db);
  },
};
