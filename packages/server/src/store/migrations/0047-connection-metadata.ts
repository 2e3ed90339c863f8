import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** When the metadata of the provider of a connection is fetched again. */
export const connectionMetadata: Migration = {
  name: '0047-connection-metadata',
  changesData: false,
  async up(db) {
    await sql`alter table connections add column metadata_due_at bigint`.execute(db);
    await sql`create index connections__by_metadata on connections (metadata_due_at) where metadata_due_at is not null`.execute(
      db,
    );
  },
};
