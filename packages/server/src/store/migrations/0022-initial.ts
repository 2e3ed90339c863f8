import { sql } from 'kysely';
import type { DatabaseKind } from '../engine/dialect.ts';
import type { Migration } from './migration.ts';

/** The whole schema of the first release. */
export const initial: Migration = {
  name: '0022-initial',
  changesData: false,
  replaces: { first: '0001-initial', last: '0021-invitation-data' },
  async up(db, kind) {
    for (const statement of schema(kind).split(/;$/m)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db);
    }
  },
};

function schema(kind: DatabaseKind): string {
  const isSqlite = kind === 'sqlite';
  // Ids are never reused, so that a token of a deleted session can never name a new one.
  const id = isSqlite
    ? 'integer primary key autoincrement'
    : 'bigint primary key generated always as identity';
  // SQLite needs no separate index for a primary key of this type.
  const rowid = isSqlite ? 'integer' : 'bigint';
  // Compared by its bytes on both databases, so that an index supports sorting and prefix searches.
  const bytewise = isSqlite ? 'text' : 'text collate "C"';
  // SQLite has one writer, so its ids are in the order of commit already, and each event has its position at once.
  const position = isSqlite ? 'position bigint generated always as (id)' : 'position bigint';
  const unplaced = isSqlite ? '' : 'create index events__unplaced on events (id) where position is null;';
  const withoutRowid = isSqlite ? ' without rowid' : '';

  return `
-- An index for each order of the list. They hold the filters too, so that skipping to a page reads no rows.
-- Each combination of filters is the beginning of one of the last three.
create table accounts (
  id ${id}, uid ${bytewise} not null, name text not null, handle text not null, handle_key ${bytewise} not null,
  email text not null, email_key ${bytewise} not null, email_verified integer not null, phone ${bytewise},
  avatar_url text, role text not null, status text not null, password_hash text, created_at bigint not null,
  updated_at bigint not null, name_key ${bytewise} not null default '',
  second_factors integer not null default 0, metadata text, app_metadata text, external_id ${bytewise},
  deletion_at bigint, password_after_proof integer, awaits_proof integer, password_unproven_at bigint,
  email_unproven_at bigint
);
create unique index accounts__uid on accounts (uid);
create unique index accounts__email_key on accounts (email_key);
create unique index accounts__handle_key on accounts (handle_key);
create unique index accounts__phone on accounts (phone);
create index accounts__by_created_at on accounts (created_at, id, role, status, email_verified);
create index accounts__by_updated_at on accounts (updated_at, id, role, status, email_verified);
create index accounts__by_email_key on accounts (email_key, id, role, status, email_verified);
create index accounts__by_handle_key on accounts (handle_key, id, role, status, email_verified);
create index accounts__by_name_key on accounts (name_key, id, role, status, email_verified);
create index accounts__by_role on accounts (role, status, email_verified);
create index accounts__by_status on accounts (status, email_verified, role);
create index accounts__by_email_verified on accounts (email_verified, role, status);
create unique index accounts__external_id on accounts (external_id) where external_id is not null;
create index accounts__deletion on accounts (deletion_at) where deletion_at is not null;

create table sessions (
  id ${id}, account_id bigint not null references accounts(id) on delete cascade, ip_address text not null,
  user_agent text not null, created_at bigint not null, last_used_at bigint not null,
  expires_at bigint not null, refresh_generation integer not null, refreshed_at bigint not null,
  amr text not null default '', reauthenticated_at bigint, factor_at bigint,
  unproven integer not null default 0
);
create index sessions__by_account_id_id on sessions (account_id, id);
create index sessions__by_expires_at on sessions (expires_at);
create index sessions__by_created_at on sessions (created_at, id, expires_at);
create index sessions__by_ip_address on sessions (ip_address, created_at, id, expires_at);

create table refresh_rotations (
  session_id bigint not null references sessions(id) on delete cascade, generation integer not null,
  rotated_at bigint not null, constraint refresh_rotations__primary primary key (session_id, generation)
);

create table codes (
  id ${id}, email text not null, email_key text not null, purpose text not null, code_hash text not null,
  attempts integer not null, created_at bigint not null, expires_at bigint not null, used_at bigint,
  asker_hash text not null default '', stranger_attempts integer not null default 0, account_id bigint,
  asker_browser_hash text
);
create index codes__by_email_key_purpose_id on codes (email_key, purpose, id);
create index codes__by_expires_at on codes (expires_at);
create index codes__by_created_at on codes (created_at, id, purpose, used_at, expires_at);

-- A session that ends takes its codes with it; without an index that would read the whole table.
create table exchanges (
  code_hash text primary key, session_id bigint not null references sessions(id) on delete cascade,
  expires_at bigint not null, code_challenge text
);
create index exchanges__by_expires_at on exchanges (expires_at);
create index exchanges__by_session_id on exchanges (session_id);

create table provider_links (
  id ${id}, account_id bigint not null references accounts(id) on delete cascade, provider text not null,
  subject text not null, created_at bigint not null, unproven_at bigint
);
create unique index provider_links__subject on provider_links (provider, subject);
create unique index provider_links__provider on provider_links (account_id, provider);
create index provider_links__by_created_at on provider_links (created_at, id);

create table settings (
  section text not null, version integer not null, value text not null, created_at bigint not null,
  account_id bigint, constraint settings__primary primary key (section, version)
);

create table failures (
  key ${bytewise} primary key, count integer not null, running integer not null, window_ends_at bigint not null
);
create index failures__by_window_ends_at on failures (window_ends_at);

create table outbox (
  id text primary key, sealed_mail text not null, expires_at bigint not null
);
create index outbox__by_expires_at on outbox (expires_at);

create table provider_flows (
  state_hash text primary key, browser_hash text not null, provider text not null, frontend text not null,
  session_id bigint references sessions(id) on delete set null, links integer not null,
  sealed_secrets text not null, expires_at bigint not null, code_challenge text,
  proven integer not null default 0
);
create index provider_flows__by_expires_at on provider_flows (expires_at);
create index provider_flows__by_session_id on provider_flows (session_id);

create table set_up_tokens (
  token_hash text not null primary key, expires_at bigint not null
);

-- What the feed filters by, each followed by the order of the feed.
create table events (
  id ${id}, uid text not null, type text not null, audit integer not null, at bigint not null,
  account_id bigint, session_id bigint, actor text, ip_address text, merge_key text, count integer not null,
  data text not null, ${position}
);
create unique index events__uid on events (uid);
create index events__by_type on events (type, position);
create index events__by_age on events (audit, at);
create index events__by_account_id on events (account_id, position) where account_id is not null;
create index events__by_actor on events (actor, position) where actor is not null;
create index events__by_ip_address on events (ip_address, position) where ip_address is not null;
create unique index events__merge_key on events (merge_key) where merge_key is not null;
create unique index events__position on events (position) where position is not null;
${unplaced}

create table event_head (
  position bigint not null
);
insert into event_head (position) values (0);

create table webhooks (
  id ${id}, uid text not null, url text not null, types text, description text not null,
  enabled integer not null, disabled_reason text, created_at bigint not null, sealed_secret text not null,
  sealed_previous_secret text, previous_until bigint, languages text not null, cursor bigint not null,
  replay_cursor bigint, replay_until bigint, replay_since bigint, failing_since bigint, deleted_at bigint
);
create unique index webhooks__uid on webhooks (uid);

-- Most have succeeded; those that wait or have failed are few among many. Outcomes are counted in the index alone.
create table deliveries (
  id ${id}, uid text not null, webhook_id bigint not null,
  event_id bigint not null references events(id) on delete cascade, state text not null,
  attempts text not null, next_attempt_at bigint, due_at bigint, lease text, finished_at bigint
);
create unique index deliveries__uid on deliveries (uid);
create index deliveries__by_event on deliveries (event_id);
create index deliveries__by_webhook on deliveries (webhook_id, id);
create index deliveries__pending on deliveries (webhook_id, id) where state = 'pending';
create index deliveries__failed on deliveries (webhook_id, id) where state = 'failed';
create index deliveries__due on deliveries (webhook_id, due_at, id) where due_at is not null;
create index deliveries__outcomes on deliveries (finished_at, state) where finished_at is not null;

create table totps (
  account_id ${rowid} not null references accounts(id) on delete cascade, sealed_secret text,
  last_step bigint not null, created_at bigint, last_used_at bigint, sealed_pending text,
  pending_until bigint, wrong_codes integer not null default 0, wrong_since bigint,
  constraint totps__account primary key (account_id)
);

create table recovery_codes (
  account_id bigint not null references accounts(id) on delete cascade, code_hash text not null,
  created_at bigint, constraint recovery_codes__code primary key (account_id, code_hash)
);

create table passkey_users (
  account_id ${rowid} not null references accounts(id) on delete cascade, handle text not null,
  constraint passkey_users__account primary key (account_id)
);
create unique index passkey_users__handle on passkey_users (handle);

create table passkeys (
  id ${id}, account_id bigint not null references accounts(id) on delete cascade,
  credential_id text not null, public_key text not null, counter bigint not null, transports text not null,
  name text not null, aaguid text not null, backup_eligible integer, backed_up integer not null,
  created_at bigint not null, last_used_at bigint
);
create unique index passkeys__credential on passkeys (credential_id);
create index passkeys__account on passkeys (account_id, id);

create table challenges (
  token_hash text primary key, purpose text not null,
  account_id bigint references accounts(id) on delete cascade,
  session_id bigint references sessions(id) on delete cascade, method text, reason text, browser_hash text,
  code_challenge text, webauthn_challenge text, attempts integer not null, expires_at bigint not null,
  via text, link_provider text, link_subject text
);
create index challenges__account on challenges (account_id);
create index challenges__session on challenges (session_id);
create index challenges__expiry on challenges (expires_at);

create table invitations (
  id ${id}, email text not null, email_key text not null, name text, role text not null, metadata text,
  token_hash text not null, frontend text, created_by bigint, created_at bigint not null,
  expires_at bigint not null, accepted_at bigint,
  account_id bigint references accounts(id) on delete set null, app_metadata text
);
create unique index invitations__token on invitations (token_hash);
create index invitations__email on invitations (email_key);
create index invitations__created on invitations (created_at, id);
create index invitations__account on invitations (account_id);
create index invitations__expiry on invitations (expires_at);

create table api_keys (
  id ${id}, name text not null, hint text not null, key_hash text not null, scopes text not null,
  allowed_addresses text, created_by bigint, created_at bigint not null, expires_at bigint,
  last_used_at bigint, last_used_ip text
);
create unique index api_keys__hash on api_keys (key_hash);

create table email_changes (
  id ${id}, account_id bigint not null references accounts(id) on delete cascade, old_email text not null,
  old_email_key text not null, old_email_verified integer not null, new_email text not null,
  new_email_key text not null, undo_nonce text not null, created_at bigint not null, pending_until bigint,
  expires_at bigint not null, undo_since bigint, proven integer not null default 0,
  old_email_unproven_at bigint
);
create unique index email_changes__undo on email_changes (undo_nonce);
create index email_changes__account on email_changes (account_id);
create index email_changes__old on email_changes (old_email_key);
create index email_changes__new on email_changes (new_email_key);
create index email_changes__expiry on email_changes (expires_at);

create table used_id_tokens (
  token_hash text primary key, expires_at bigint not null
);
create index used_id_tokens__expiry on used_id_tokens (expires_at);

create table event_counts (
  hour bigint not null, name text not null, count bigint not null,
  constraint event_counts__key primary key (hour, name)
)${withoutRowid};

create table event_counts_head (
  position bigint not null
);
insert into event_counts_head (position) values (0);

create table known_addresses (
  account_id bigint not null references accounts(id) on delete cascade, address_hash text not null,
  seen_at bigint not null, constraint known_addresses__address primary key (account_id, address_hash)
);
create index known_addresses__seen on known_addresses (seen_at);

create table mail_queue (
  id text primary key, sealed_mail text not null, expires_at bigint not null, due_at bigint not null,
  attempts integer not null, lease text
);
create index mail_queue__by_due_at on mail_queue (due_at);
`;
}
