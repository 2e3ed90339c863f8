import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Pictures that people have uploaded, one per account. */
export const pictures: Migration = {
  name: '0058-pictures',
  changesData: false,
  async up(db, kind) {
    const id = sql.raw(kind === 'sqlite' ? 'account_id integer' : 'account_id bigint');
    const uid = sql.raw(kind === 'sqlite' ? 'uid text' : 'uid text collate "C"');
    await sql`create table pictures (${id} not null references accounts(id) on delete cascade,
      ${uid} not null, type text not null, content text not null, created_at bigint not null,
      constraint pictures__account primary key (account_id))`.execute(db);
    await sql`create unique index pictures__uid on pictures (uid)`.execute(db);
  },
};
