import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What only superadmins, keys and the host change, for the account that somebody is invited to open. */
export const invitationData: Migration = {
  name: '0021-invitation-data',
  changesData: false,
  async up(db) {
    await sql`alter table invitations add column app_metadata text`.execute(db);
  },
};
