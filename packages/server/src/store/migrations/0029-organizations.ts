import { sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect.ts';
import type { Migration } from './migration.ts';

/** Organizations, their members, and the roles that they define themselves. */
export const organizations: Migration = {
  name: '0029-organizations',
  changesData: false,
  async up(db, kind) {
    for (const statement of schema(kind).split(/;$/m)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db);
    }
  },
};

function schema(kind: DatabaseKind): string {
  const isSqlite = kind === 'sqlite';
  const id = isSqlite
    ? 'integer primary key autoincrement'
    : 'bigint primary key generated always as identity';
  const bytewise = isSqlite ? 'text' : 'text collate "C"';
  const ofOrganization = 'organization_id bigint not null references organizations(id) on delete cascade';
  const ofAccount = 'account_id bigint not null references accounts(id) on delete cascade';

  return `
create table organizations (
  id ${id}, uid ${bytewise} not null, name text not null, name_key ${bytewise} not null, slug ${bytewise} not null,
  logo_url text, metadata text, app_metadata text, external_id ${bytewise}, status text not null,
  members_count bigint not null, max_members bigint, version bigint not null, purge_at bigint,
  created_at bigint not null, updated_at bigint not null
);
create unique index organizations__uid on organizations (uid);
create unique index organizations__external_id on organizations (external_id) where external_id is not null;
create index organizations__by_created_at on organizations (created_at, id);
create index organizations__by_name on organizations (name_key, id);
create index organizations__by_slug on organizations (slug);
create index organizations__by_purge_at on organizations (purge_at) where purge_at is not null;

-- One row for each slug that is in use, or was until lately: a slug belongs to one organization at a time.
create table organization_slugs (
  slug ${bytewise} primary key, ${ofOrganization}, until bigint
);
create index organization_slugs__by_organization_id on organization_slugs (organization_id);
create index organization_slugs__by_until on organization_slugs (until) where until is not null;

create table memberships (
  id ${id}, ${ofOrganization}, ${ofAccount}, roles text not null, is_owner integer not null, source text not null,
  version bigint not null, created_at bigint not null, last_active_at bigint
);
create unique index memberships__account on memberships (organization_id, account_id);
create index memberships__by_created_at on memberships (organization_id, created_at, id);
create index memberships__by_account_id on memberships (account_id, organization_id);
create index memberships__owners on memberships (organization_id) where is_owner = 1;

create table organization_roles (
  ${ofOrganization}, name ${bytewise} not null, description text not null, permissions text not null,
  created_at bigint not null, updated_at bigint not null,
  constraint organization_roles__primary primary key (organization_id, name)
)`;
}
