import { sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect.ts';
import type { Migration } from './migration.ts';

/** The people and groups whom identity providers provision. */
export const scim: Migration = {
  name: '0041-scim',
  changesData: false,
  async up(db, kind) {
    for (const statement of schema(kind).split(/;$/m)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db);
    }
  },
};

function schema(kind: DatabaseKind): string {
  const id =
    kind === 'sqlite'
      ? 'integer primary key autoincrement'
      : 'bigint primary key generated always as identity';
  const bytewise = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const owned = 'connection_id bigint not null references connections(id) on delete cascade';

  return `
create table scim_users (
  id ${id}, uid ${bytewise} not null, ${owned},
  account_id bigint not null references accounts(id) on delete cascade,
  user_name_key ${bytewise} not null, external_id ${bytewise}, active integer not null, opened integer not null,
  resource text not null, version integer not null, created_at bigint not null, updated_at bigint not null
);
create index scim_users__by_connection on scim_users (connection_id, id);
create unique index scim_users__user_name_key on scim_users (connection_id, user_name_key);
create unique index scim_users__account_id on scim_users (account_id, connection_id);
create unique index scim_users__uid on scim_users (uid, connection_id);
create index scim_users__by_external_id on scim_users (connection_id, external_id) where external_id is not null;
create table scim_groups (
  id ${id}, uid ${bytewise} not null, ${owned},
  display_name text not null, display_name_key ${bytewise} not null, external_id ${bytewise},
  version integer not null, created_at bigint not null, updated_at bigint not null
);
create index scim_groups__by_connection on scim_groups (connection_id, id);
create unique index scim_groups__display_name_key on scim_groups (connection_id, display_name_key);
create unique index scim_groups__uid on scim_groups (uid);
create table scim_group_members (
  group_id bigint not null references scim_groups(id) on delete cascade,
  user_id bigint not null references scim_users(id) on delete cascade,
  primary key (group_id, user_id)
);
create index scim_group_members__by_user on scim_group_members (user_id, group_id)`;
}
