import { sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect.ts';
import type { Migration } from './migration.ts';

/** The identity providers of organizations. */
export const connections: Migration = {
  name: '0035-connections',
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
create table connections (
  id ${id}, uid ${bytewise} not null,
  organization_id bigint not null references organizations(id) on delete cascade,
  kind text not null, name text not null, status text not null, trust_factors integer not null,
  mapping text not null, keep_roles integer not null, config text not null, sealed_secret text not null,
  created_at bigint not null, updated_at bigint not null
);
create unique index connections__uid on connections (uid);
create index connections__by_organization on connections (organization_id, id)`;
}
