import { sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect.ts';
import type { Migration } from './migration.ts';

/** Invitations to join an organization. */
export const organizationInvitations: Migration = {
  name: '0032-organization-invitations',
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
create table organization_invitations (
  id ${id}, uid ${bytewise} not null,
  organization_id bigint not null references organizations(id) on delete cascade,
  email text not null, email_key ${bytewise} not null, roles text not null, token_hash ${bytewise} not null,
  frontend text, created_by bigint, created_at bigint not null, expires_at bigint not null
);
create unique index organization_invitations__uid on organization_invitations (uid);
create unique index organization_invitations__token on organization_invitations (token_hash);
create unique index organization_invitations__email on organization_invitations (organization_id, email_key);
create index organization_invitations__by_created_at on organization_invitations (organization_id, created_at, id);
create index organization_invitations__by_email on organization_invitations (email_key);
create index organization_invitations__by_expires_at on organization_invitations (expires_at)`;
}
