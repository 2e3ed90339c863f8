import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What waits for the last factor of a sign-in, and what a mailed link takes back. All columns may be null. */
export const unfinished: Migration = {
  name: '0017-unfinished-proofs',
  changesData: false,
  async up(db) {
    await sql`alter table challenges add column link_provider text`.execute(db);
    await sql`alter table challenges add column link_subject text`.execute(db);
    await sql`alter table recovery_codes add column created_at bigint`.execute(db);
    await sql`alter table email_changes add column undo_since bigint`.execute(db);
    await sql`alter table accounts add column password_after_proof integer`.execute(db);
    await sql`alter table accounts add column awaits_proof integer`.execute(db);
  },
};
