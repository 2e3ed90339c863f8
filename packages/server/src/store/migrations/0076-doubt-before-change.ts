import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Whether somebody else may have had the account when a change began that its mailbox can undo. */
export const doubtBeforeChange: Migration = {
  name: '0076-doubt-before-change',
  changesData: false,
  async up(db) {
    await sql`alter table email_changes add column old_password_after_proof integer`.execute(db);
  },
};
