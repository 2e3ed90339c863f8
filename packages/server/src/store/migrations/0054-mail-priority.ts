import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Mails that wait behind all others, such as invitations. */
export const mailPriority: Migration = {
  name: '0054-mail-priority',
  changesData: false,
  async up(db) {
    await sql`alter table mail_queue add column is_bulk integer not null default 0`.execute(db);
    await sql`create index mail_queue__by_priority on mail_queue (is_bulk, due_at)`.execute(db);
  },
};
