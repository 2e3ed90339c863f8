import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Who last changed the provider of a connection. */
export const providerChangers: Migration = {
  name: '0071-provider-changers',
  changesData: true,
  async up(db) {
    for (const column of ['provider_changed_by', 'provider_changed_key'])
      await sql`alter table connections add column ${sql.ref(column)} bigint`.execute(db);
    // Nobody has noted it before, and whoever vouches for a connection may have chosen its provider.
    await sql`update connections set provider_changed_by = vouched_by, provider_changed_key = vouched_key`.execute(
      db,
    );
  },
};
