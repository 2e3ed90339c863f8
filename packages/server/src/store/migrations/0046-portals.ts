import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Links for the administrators of customers. */
export const portals: Migration = {
  name: '0046-portals',
  changesData: false,
  async up(db, kind) {
    const id = sql.raw(
      kind === 'sqlite'
        ? 'integer primary key autoincrement'
        : 'bigint primary key generated always as identity',
    );
    const bytewise = sql.raw(kind === 'sqlite' ? 'text' : 'text collate "C"');
    await sql`create table portals (
      id ${id}, uid ${bytewise} not null,
      organization_id bigint not null references organizations(id) on delete cascade,
      token_hash ${bytewise} not null, sections text not null, created_at bigint not null, expires_at bigint not null
    )`.execute(db);
    await sql`create unique index portals__uid on portals (uid)`.execute(db);
    await sql`create unique index portals__token_hash on portals (token_hash)`.execute(db);
    await sql`create index portals__by_organization on portals (organization_id, id)`.execute(db);
    await sql`create index portals__by_expiry on portals (expires_at)`.execute(db);
  },
};
