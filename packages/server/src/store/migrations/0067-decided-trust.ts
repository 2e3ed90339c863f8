import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** When somebody last decided what a connection is trusted for, and which provider it has. */
export const decidedTrust: Migration = {
  name: '0067-decided-trust',
  changesData: true,
  async up(db) {
    for (const column of ['trust_decided_at', 'provider_changed_at'])
      await sql`alter table connections add column ${sql.ref(column)} bigint`.execute(db);
    await sql`update connections set trust_decided_at = created_at, provider_changed_at = created_at`.execute(
      db,
    );
  },
};
