import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The tokens with which identity providers provision accounts. */
export const scimTokens: Migration = {
  name: '0040-scim-tokens',
  changesData: false,
  async up(db, kind) {
    const id = sql.raw(
      kind === 'sqlite'
        ? 'integer primary key autoincrement'
        : 'bigint primary key generated always as identity',
    );
    const text = sql.raw(kind === 'sqlite' ? 'text' : 'text collate "C"');
    await sql`create table scim_tokens (
      id ${id}, uid ${text} not null,
      connection_id bigint not null references connections(id) on delete cascade,
      hint text not null, token_hash ${text} not null, created_at bigint not null, last_used_at bigint
    )`.execute(db);
    await sql`create unique index scim_tokens__token_hash on scim_tokens (token_hash)`.execute(db);
    await sql`create index scim_tokens__by_connection on scim_tokens (connection_id, id)`.execute(db);
  },
};
