import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The last requests of identity providers. */
export const scimRequests: Migration = {
  name: '0042-scim-requests',
  changesData: false,
  async up(db, kind) {
    const id = sql.raw(
      kind === 'sqlite'
        ? 'integer primary key autoincrement'
        : 'bigint primary key generated always as identity',
    );
    await sql`create table scim_requests (
      id ${id}, connection_id bigint not null references connections(id) on delete cascade,
      method text not null, path text not null, status integer not null,
      request text, response text, done text not null, created_at bigint not null
    )`.execute(db);
    await sql`create index scim_requests__by_connection on scim_requests (connection_id, created_at, id)`.execute(
      db,
    );
    await sql`create index scim_requests__by_created_at on scim_requests (created_at)`.execute(db);
  },
};
