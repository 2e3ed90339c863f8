import { sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect.ts';
import type { Migration } from './migration.ts';

/** Applications that sign in with Keyward, and their grants. */
export const oauth: Migration = {
  name: '0024-oauth',
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
  const ofApplication = 'application_id bigint not null references applications(id) on delete cascade';
  const ofAccount = 'account_id bigint not null references accounts(id) on delete cascade';

  return `
create table applications (
  id ${id}, client_id ${bytewise} not null, name text not null, type text not null, source text not null,
  auth_method text not null, enabled integer not null, first_party integer not null, require_pkce integer not null,
  dpop_bound integer not null, details text not null, created_at bigint not null, updated_at bigint not null,
  last_used_at bigint, tokens_since bigint not null, registration_hash text, fresh_until bigint
);
create unique index applications__client_id on applications (client_id);
create index applications__unused on applications (created_at) where source <> 'created' and last_used_at is null;

create table application_secrets (
  id ${id}, ${ofApplication}, hint text not null, secret_hash text not null, created_at bigint not null,
  expires_at bigint, last_used_at bigint
);
create index application_secrets__by_application_id on application_secrets (application_id, id);

create table application_origins (
  origin ${bytewise} not null, ${ofApplication},
  constraint application_origins__primary primary key (origin, application_id)
);
create index application_origins__by_application_id on application_origins (application_id);

create table oauth_requests (
  id_hash text primary key, ${ofApplication}, browser_hash text, parameters text not null,
  created_at bigint not null, expires_at bigint not null
);
create index oauth_requests__by_expires_at on oauth_requests (expires_at);
create index oauth_requests__by_application_id on oauth_requests (application_id);

create table oauth_grants (
  id ${id}, uid ${bytewise} not null, ${ofApplication}, ${ofAccount}, session_id bigint not null,
  offline integer not null, scopes text not null, resources text not null, details text not null, code_hash text,
  redirect_uri text, code_challenge text, dpop_jkt text, begun_at bigint, refresh_generation integer not null,
  rotations text not null, created_at bigint not null, last_used_at bigint not null, expires_at bigint not null,
  ends_at bigint not null
);
create unique index oauth_grants__uid on oauth_grants (uid);
create unique index oauth_grants__code_hash on oauth_grants (code_hash) where code_hash is not null;
create index oauth_grants__by_account_id on oauth_grants (account_id, application_id, id);
create index oauth_grants__by_application_id on oauth_grants (application_id, id);
create index oauth_grants__by_expires_at on oauth_grants (expires_at);

create table oauth_consents (
  ${ofAccount}, ${ofApplication}, resource ${bytewise} not null, scopes text not null, granted_at bigint not null,
  constraint oauth_consents__primary primary key (account_id, application_id, resource)
);
create index oauth_consents__by_application_id on oauth_consents (application_id);

create table oauth_devices (
  device_hash text primary key, user_code text not null, ${ofApplication}, details text not null,
  account_id bigint references accounts(id) on delete cascade, session_id bigint, state text not null,
  pause integer not null, polled_at bigint, created_at bigint not null, expires_at bigint not null
);
create unique index oauth_devices__user_code on oauth_devices (user_code);
create index oauth_devices__by_expires_at on oauth_devices (expires_at);
create index oauth_devices__by_application_id on oauth_devices (application_id);
create index oauth_devices__by_account_id on oauth_devices (account_id) where account_id is not null;

create table oauth_keys (
  kid text primary key, algorithm text not null, sealed_key text not null, public_jwk text not null,
  created_at bigint not null, expires_at bigint
);
create unique index oauth_keys__signing on oauth_keys (algorithm) where expires_at is null;

-- A session that ends leaves its rows to be told, however it ends.
create table oauth_logouts (
  id ${id}, ${ofApplication}, session_id bigint references sessions(id) on delete set null, sid text not null,
  subject text not null, attempts integer not null, due_at bigint not null
);
create unique index oauth_logouts__sid on oauth_logouts (application_id, sid);
create index oauth_logouts__by_session_id on oauth_logouts (session_id);
create index oauth_logouts__due on oauth_logouts (due_at) where session_id is null`;
}
