import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Tests of connections, and their results. */
export const connectionTests: Migration = {
  name: '0045-connection-tests',
  changesData: false,
  async up(db, kind) {
    const id = sql.raw(
      kind === 'sqlite'
        ? 'integer primary key autoincrement'
        : 'bigint primary key generated always as identity',
    );
    const bytewise = sql.raw(kind === 'sqlite' ? 'text' : 'text collate "C"');
    await sql`create table connection_tests (
      id ${id}, uid ${bytewise} not null,
      connection_id bigint not null references connections(id) on delete cascade,
      sealed_outcome text, expires_at bigint not null
    )`.execute(db);
    await sql`create unique index connection_tests__uid on connection_tests (uid)`.execute(db);
    await sql`create index connection_tests__by_connection on connection_tests (connection_id, id)`.execute(
      db,
    );
    await sql`create index connection_tests__by_expiry on connection_tests (expires_at)`.execute(db);
  },
};
