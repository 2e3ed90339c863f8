import { sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect.ts';
import type { Migration } from './migration.ts';

/** The email domains of organizations. */
export const organizationDomains: Migration = {
  name: '0034-organization-domains',
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

  return `
create table organization_domains (
  id ${id}, organization_id bigint not null references organizations(id) on delete cascade,
  domain ${bytewise} not null, status text not null, joining text not null, token text not null,
  failures integer not null, created_at bigint not null, verified_at bigint, checked_at bigint, due_at bigint
);
create unique index organization_domains__domain on organization_domains (organization_id, domain);
create unique index organization_domains__verified on organization_domains (domain) where status = 'verified';
create index organization_domains__by_due_at on organization_domains (due_at) where due_at is not null`;
}
