import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Which sessions have shown that their person reads the mailbox. */
export const mailboxAt: Migration = {
  name: '0083-mailbox-at',
  changesData: false,
  async up(db) {
    await sql`alter table sessions add column mailbox_at bigint`.execute(db);
  },
};
