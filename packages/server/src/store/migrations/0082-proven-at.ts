import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Which sessions by mailed codes have read the present mailbox of an account. Its predecessors also added other columns. */
export const provenAt: Migration = {
  name: '0082-proven-at',
  replaces: { first: '0079-vouches-since', last: '0081-proven-at' },
  changesData: false,
  async up(db) {
    await sql`alter table accounts add column proven_at bigint`.execute(db);
  },
};
