import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The connection that has requested the deletion of an account, which is not its owner's request. */
export const deletionConnection: Migration = {
  name: '0078-deletion-connection',
  changesData: false,
  async up(db) {
    await sql`alter table accounts add column deletion_connection text`.execute(db);
  },
};
