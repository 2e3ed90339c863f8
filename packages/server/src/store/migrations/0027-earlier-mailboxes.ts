import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** A change of the email without a confirmation also leaves a row, which no mail can undo. */
export const earlierMailboxes: Migration = {
  name: '0027-earlier-mailboxes',
  changesData: false,
  async up(db) {
    await sql`alter table email_changes add column undoable integer not null default 1`.execute(db);
  },
};
