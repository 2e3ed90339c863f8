-- The database of the last version before the first release (PostgreSQL): its tables as the 21 migrations of that time made them,
-- and rows that it wrote. Never changed: every release must bring it along.
create table keyward_migrations (name varchar(100) primary key, applied_at bigint not null);
create table "accounts" ("id" bigint generated always as identity primary key, "uid" text not null, "name" text not null, "handle" text not null, "handle_key" text not null, "email" text not null, "email_key" text not null, "email_verified" integer not null, "phone" text, "avatar_url" text, "role" text not null, "status" text not null, "password_hash" text, "created_at" bigint not null, "updated_at" bigint not null);
create unique index "accounts__uid" on "accounts" ("uid");
create unique index "accounts__email_key" on "accounts" ("email_key");
create unique index "accounts__handle_key" on "accounts" ("handle_key");
create unique index "accounts__phone" on "accounts" ("phone");
create table "sessions" ("id" bigint generated always as identity primary key, "account_id" bigint not null references "accounts" ("id") on delete cascade, "ip_address" text not null, "user_agent" text not null, "created_at" bigint not null, "last_used_at" bigint not null, "expires_at" bigint not null, "refresh_generation" integer not null, "refreshed_at" bigint not null);
create index "sessions__by_account_id_id" on "sessions" ("account_id", "id");
create index "sessions__by_expires_at" on "sessions" ("expires_at");
create table "refresh_rotations" ("session_id" bigint not null references "sessions" ("id") on delete cascade, "generation" integer not null, "rotated_at" bigint not null, constraint "refresh_rotations__primary" primary key ("session_id", "generation"));
create table "codes" ("id" bigint generated always as identity primary key, "email" text not null, "email_key" text not null, "purpose" text not null, "code_hash" text not null, "attempts" integer not null, "created_at" bigint not null, "expires_at" bigint not null, "used_at" bigint);
create index "codes__by_email_key_purpose_id" on "codes" ("email_key", "purpose", "id");
create index "codes__by_expires_at" on "codes" ("expires_at");
create table "exchanges" ("code_hash" text primary key, "session_id" bigint not null references "sessions" ("id") on delete cascade, "expires_at" bigint not null);
create index "exchanges__by_expires_at" on "exchanges" ("expires_at");
create index "exchanges__by_session_id" on "exchanges" ("session_id");
create table "provider_links" ("id" bigint generated always as identity primary key, "account_id" bigint not null references "accounts" ("id") on delete cascade, "provider" text not null, "subject" text not null, "created_at" bigint not null);
create unique index "provider_links__subject" on "provider_links" ("provider", "subject");
create unique index "provider_links__provider" on "provider_links" ("account_id", "provider");
create table "settings" ("section" text not null, "version" integer not null, "value" text not null, "created_at" bigint not null, "account_id" bigint, constraint "settings__primary" primary key ("section", "version"));
create table "failures" ("key" text primary key, "count" integer not null, "running" integer not null, "window_ends_at" bigint not null);
create index "failures__by_window_ends_at" on "failures" ("window_ends_at");
create table "outbox" ("id" text primary key, "sealed_mail" text not null, "expires_at" bigint not null);
create index "outbox__by_expires_at" on "outbox" ("expires_at");
create table "provider_flows" ("state_hash" text primary key, "browser_hash" text not null, "provider" text not null, "frontend" text not null, "session_id" bigint references "sessions" ("id") on delete set null, "links" integer not null, "sealed_secrets" text not null, "expires_at" bigint not null);
create index "provider_flows__by_expires_at" on "provider_flows" ("expires_at");
create index "provider_flows__by_session_id" on "provider_flows" ("session_id");
create table "left_events" ("id" bigint generated always as identity primary key, "name" text not null, "at" bigint not null, "metadata" text not null);
alter table accounts alter column "uid" type text collate "C";
alter table accounts alter column "email_key" type text collate "C";
alter table accounts alter column "handle_key" type text collate "C";
alter table accounts alter column "phone" type text collate "C";
alter table accounts add column name_key text collate "C" not null default '';
create index "accounts__by_created_at" on "accounts" ("created_at", "id", "role", "status", "email_verified");
create index "accounts__by_updated_at" on "accounts" ("updated_at", "id", "role", "status", "email_verified");
create index "accounts__by_email_key" on "accounts" ("email_key", "id", "role", "status", "email_verified");
create index "accounts__by_handle_key" on "accounts" ("handle_key", "id", "role", "status", "email_verified");
create index "accounts__by_name_key" on "accounts" ("name_key", "id", "role", "status", "email_verified");
create index "accounts__by_role" on "accounts" ("role", "status", "email_verified");
create index "accounts__by_status" on "accounts" ("status", "email_verified", "role");
create index "accounts__by_email_verified" on "accounts" ("email_verified", "role", "status");
create index "sessions__by_created_at" on "sessions" ("created_at", "id", "expires_at");
create index "sessions__by_ip_address" on "sessions" ("ip_address", "created_at", "id", "expires_at");
create index "codes__by_created_at" on "codes" ("created_at", "id", "purpose", "used_at", "expires_at");
alter table "codes" add column "asker_hash" text default '' not null;
alter table "codes" add column "stranger_attempts" integer default 0 not null;
create table "set_up_tokens" ("token_hash" text not null primary key, "expires_at" bigint not null);
alter table "exchanges" add column "code_challenge" text;
alter table "provider_flows" add column "code_challenge" text;
create index "provider_links__by_created_at" on "provider_links" ("created_at", "id");
create table "events" ("id" bigint generated always as identity primary key, "uid" text not null, "type" text not null, "audit" integer not null, "at" bigint not null, "account_id" bigint, "session_id" bigint, "actor" text, "ip_address" text, "merge_key" text, "count" integer not null, "data" text not null, "position" bigint);
create unique index "events__uid" on "events" ("uid");
create index "events__by_type" on "events" ("type", "position");
create index "events__by_age" on "events" ("audit", "at");
create index "events__by_account_id" on events ("account_id", position) where "account_id" is not null;
create index "events__by_actor" on events ("actor", position) where "actor" is not null;
create index "events__by_ip_address" on events ("ip_address", position) where "ip_address" is not null;
create unique index events__merge_key on events (merge_key) where merge_key is not null;
create unique index events__position on events (position) where position is not null;
create index events__unplaced on events (id) where position is null;
create table "event_head" ("position" bigint not null);
insert into event_head (position) values (0);
drop table "left_events";
create table "webhooks" ("id" bigint generated always as identity primary key, "uid" text not null, "url" text not null, "types" text, "description" text not null, "enabled" integer not null, "disabled_reason" text, "created_at" bigint not null, "sealed_secret" text not null, "sealed_previous_secret" text, "previous_until" bigint, "languages" text not null, "cursor" bigint not null, "replay_cursor" bigint, "replay_until" bigint, "replay_since" bigint, "failing_since" bigint, "deleted_at" bigint);
create unique index "webhooks__uid" on "webhooks" ("uid");
create table "deliveries" ("id" bigint generated always as identity primary key, "uid" text not null, "webhook_id" bigint not null, "event_id" bigint not null references "events" ("id") on delete cascade, "state" text not null, "attempts" text not null, "next_attempt_at" bigint, "due_at" bigint, "lease" text, "finished_at" bigint);
create unique index "deliveries__uid" on "deliveries" ("uid");
create index "deliveries__by_event" on "deliveries" ("event_id");
create index "deliveries__by_webhook" on "deliveries" ("webhook_id", "id");
create index "deliveries__pending" on deliveries (webhook_id, id) where state = 'pending';
create index "deliveries__failed" on deliveries (webhook_id, id) where state = 'failed';
create index deliveries__due on deliveries (webhook_id, due_at, id) where due_at is not null;
create index deliveries__finished on deliveries (finished_at) where finished_at is not null;
alter table accounts add column second_factors integer not null default 0;
alter table sessions add column amr text not null default '';
alter table sessions add column reauthenticated_at bigint;
alter table sessions add column factor_at bigint;
create table "totps" ("account_id" bigint not null references "accounts" ("id") on delete cascade, "sealed_secret" text, "last_step" bigint not null, "created_at" bigint, "last_used_at" bigint, "sealed_pending" text, "pending_until" bigint, constraint "totps__account" primary key ("account_id"));
create table "recovery_codes" ("account_id" bigint not null references "accounts" ("id") on delete cascade, "code_hash" text not null, constraint "recovery_codes__code" primary key ("account_id", "code_hash"));
create table "passkey_users" ("account_id" bigint not null references "accounts" ("id") on delete cascade, "handle" text not null, constraint "passkey_users__account" primary key ("account_id"));
create unique index "passkey_users__handle" on "passkey_users" ("handle");
create table "passkeys" ("account_id" bigint not null references "accounts" ("id") on delete cascade, "id" bigint generated always as identity primary key, "credential_id" text not null, "public_key" text not null, "counter" bigint not null, "transports" text not null, "name" text not null, "aaguid" text not null, "backup_eligible" integer, "backed_up" integer not null, "created_at" bigint not null, "last_used_at" bigint);
create unique index "passkeys__credential" on "passkeys" ("credential_id");
create index "passkeys__account" on "passkeys" ("account_id", "id");
create table "challenges" ("token_hash" text primary key, "purpose" text not null, "account_id" bigint references "accounts" ("id") on delete cascade, "session_id" bigint references "sessions" ("id") on delete cascade, "method" text, "reason" text, "browser_hash" text, "code_challenge" text, "webauthn_challenge" text, "attempts" integer not null, "expires_at" bigint not null);
create index "challenges__account" on "challenges" ("account_id");
create index "challenges__session" on "challenges" ("session_id");
create index "challenges__expiry" on "challenges" ("expires_at");
alter table accounts add column metadata text;
alter table accounts add column app_metadata text;
alter table accounts add column external_id text collate "C";
alter table accounts add column deletion_at bigint;
create unique index "accounts__external_id" on "accounts" ("external_id") where "external_id" is not null;
create index "accounts__deletion" on "accounts" ("deletion_at") where "deletion_at" is not null;
alter table failures alter column key type text collate "C";
create table "invitations" ("id" bigint generated always as identity primary key, "email" text not null, "email_key" text not null, "name" text, "role" text not null, "metadata" text, "token_hash" text not null, "frontend" text, "created_by" bigint, "created_at" bigint not null, "expires_at" bigint not null, "accepted_at" bigint, "account_id" bigint references "accounts" ("id") on delete set null);
create unique index "invitations__token" on "invitations" ("token_hash");
create index "invitations__email" on "invitations" ("email_key");
create index "invitations__created" on "invitations" ("created_at", "id");
create index "invitations__account" on "invitations" ("account_id");
create index "invitations__expiry" on "invitations" ("expires_at");
create table "api_keys" ("id" bigint generated always as identity primary key, "name" text not null, "hint" text not null, "key_hash" text not null, "scopes" text not null, "allowed_addresses" text, "created_by" bigint, "created_at" bigint not null, "expires_at" bigint, "last_used_at" bigint, "last_used_ip" text);
create unique index "api_keys__hash" on "api_keys" ("key_hash");
create table "email_changes" ("id" bigint generated always as identity primary key, "account_id" bigint not null references "accounts" ("id") on delete cascade, "old_email" text not null, "old_email_key" text not null, "old_email_verified" integer not null, "new_email" text not null, "new_email_key" text not null, "undo_nonce" text not null, "created_at" bigint not null, "pending_until" bigint, "expires_at" bigint not null);
create unique index "email_changes__undo" on "email_changes" ("undo_nonce");
create index "email_changes__account" on "email_changes" ("account_id");
create index "email_changes__old" on "email_changes" ("old_email_key");
create index "email_changes__new" on "email_changes" ("new_email_key");
create index "email_changes__expiry" on "email_changes" ("expires_at");
alter table codes add column account_id bigint;
create table "used_id_tokens" ("token_hash" text primary key, "expires_at" bigint not null);
create index "used_id_tokens__expiry" on "used_id_tokens" ("expires_at");
create table "event_counts" ("hour" bigint not null, "name" text not null, "count" bigint not null, constraint "event_counts__key" primary key ("hour", "name"));
create table "event_counts_head" ("position" bigint not null);
insert into event_counts_head (position) values (0);
drop index deliveries__finished;
create index deliveries__outcomes on deliveries (finished_at, state) where finished_at is not null;
alter table challenges add column via text;
alter table challenges add column link_provider text;
alter table challenges add column link_subject text;
alter table recovery_codes add column created_at bigint;
alter table email_changes add column undo_since bigint;
alter table accounts add column password_after_proof integer;
alter table accounts add column awaits_proof integer;
alter table accounts add column password_unproven_at bigint;
alter table accounts add column email_unproven_at bigint;
alter table provider_links add column unproven_at bigint;
alter table sessions add column unproven integer not null default 0;
alter table provider_flows add column proven integer not null default 0;
alter table email_changes add column proven integer not null default 0;
alter table email_changes add column old_email_unproven_at bigint;
alter table codes add column asker_browser_hash text;
alter table totps add column wrong_codes integer not null default 0;
alter table totps add column wrong_since bigint;
create table "known_addresses" ("account_id" bigint not null references "accounts" ("id") on delete cascade, "address_hash" text not null, "seen_at" bigint not null, constraint "known_addresses__address" primary key ("account_id", "address_hash"));
create index "known_addresses__seen" on "known_addresses" ("seen_at");
create table "mail_queue" ("id" text primary key, "sealed_mail" text not null, "expires_at" bigint not null, "due_at" bigint not null, "attempts" integer not null, "lease" text);
create index "mail_queue__by_due_at" on "mail_queue" ("due_at");
alter table invitations add column app_metadata text;
insert into keyward_migrations (name, applied_at) values
('0001-initial', 1795547901718),
('0002-outbox', 1795547901719),
('0003-provider-flows', 1795547901719),
('0004-left-events', 1795547901720),
('0005-list-indexes', 1795547901722),
('0006-code-askers', 1795547901723),
('0007-set-up-tokens', 1795547901724),
('0008-code-challenges', 1795547901724),
('0009-provider-link-list', 1795547901725),
('0010-events', 1795547901727),
('0011-webhooks', 1795547901729),
('0012-factors', 1795547901732),
('0013-unplaced-events', 1795547901732),
('0014-applications', 1795547901738),
('0015-activity', 1795547901738),
('0016-sign-in-via', 1795547901739),
('0017-unfinished-proofs', 1795547901742),
('0018-unproven', 1795547901745),
('0019-guesses', 1795547901747),
('0020-mail-queue', 1795547901747),
('0021-invitation-data', 1795547901748);
insert into accounts (id, uid, name, handle, handle_key, email, email_key, email_verified, phone, avatar_url, role, status, password_hash, created_at, updated_at, name_key, second_factors, metadata, app_metadata, external_id, deletion_at, password_after_proof, awaits_proof, password_unproven_at, email_unproven_at) overriding system value values
(1, '110cda2a-42c1-46c3-a9b8-a803eba0d3dc', 'Person 1', 'added.1', 'added.1', 'added1@example.org', 'added1@example.org', 0, null, null, 'superadmin', 'active', '$argon2id$v=19$m=256,t=1,p=1$QJEAhAwsvvBRIF/EvE9W5g$3/QUda3VpXU/+GhCe0I3wkrVGDwp92PcoiGTIstpJvc', 1795547901750, 1795547901750, 'person 1', 0, null, null, null, null, null, null, null, null),
(2, 'f4c0de50-ce26-4e69-bacc-d820bc69aed7', 'Person 2', 'added.2', 'added.2', 'added2@example.org', 'added2@example.org', 0, null, null, 'superadmin', 'active', '$argon2id$v=19$m=256,t=1,p=1$QJEAhAwsvvBRIF/EvE9W5g$3/QUda3VpXU/+GhCe0I3wkrVGDwp92PcoiGTIstpJvc', 1795547901750, 1795547901750, 'person 2', 0, null, null, null, null, null, null, null, null),
(3, '25d13d58-dff7-4adc-911e-c67223fb8635', 'ÅNGSTRÖM', 'angstrom', 'angstrom', 'ada@example.org', 'ada@example.org', 0, null, null, 'user', 'active', '$argon2id$v=19$m=256,t=1,p=1$AH0WLvlHOTqipNGfM2dpiQ$ESP8vZ09jPmI23drFgmek6e+O+vWzi2RXzT1e76fwZM', 1795547901750, 1795547901750, 'ångström', 0, null, null, null, null, 0, null, null, null),
(4, 'e696d810-492a-4325-9d41-160789a3644a', 'Person 3', 'added.3', 'added.3', 'grace@example.org', 'grace@example.org', 1, null, null, 'user', 'active', '$argon2id$v=19$m=256,t=1,p=1$QJEAhAwsvvBRIF/EvE9W5g$3/QUda3VpXU/+GhCe0I3wkrVGDwp92PcoiGTIstpJvc', 1795547901750, 1795547901750, 'person 3', 1, null, null, null, null, null, null, null, null),
(5, '1517373b-4dad-40e6-b346-9f5c76c1a46b', 'Person 4', 'added.4', 'added.4', 'carol@example.org', 'carol@example.org', 1, null, null, 'user', 'active', '$argon2id$v=19$m=256,t=1,p=1$QJEAhAwsvvBRIF/EvE9W5g$3/QUda3VpXU/+GhCe0I3wkrVGDwp92PcoiGTIstpJvc', 1795547901750, 1795547901750, 'person 4', 2, null, null, null, null, null, null, null, null),
(6, 'c3891f62-8cb8-4647-a09f-967385c16a75', 'Person 5', 'added.5', 'added.5', 'added5@example.org', 'added5@example.org', 0, null, null, 'superadmin', 'active', '$argon2id$v=19$m=256,t=1,p=1$QJEAhAwsvvBRIF/EvE9W5g$3/QUda3VpXU/+GhCe0I3wkrVGDwp92PcoiGTIstpJvc', 1795547901750, 1795547901750, 'person 5', 0, null, null, null, null, null, null, null, null);
insert into sessions (id, account_id, ip_address, user_agent, created_at, last_used_at, expires_at, refresh_generation, refreshed_at, amr, reauthenticated_at, factor_at, unproven) overriding system value values
(1, 1, '127.0.0.1', 'test', 1795547901750, 1795547901750, 1796152701750, 0, 1795547901750, 'pwd', null, null, 0),
(2, 2, '127.0.0.1', 'test', 1795547901750, 1795547901750, 1796152701750, 0, 1795547901750, 'pwd', null, null, 0),
(3, 3, '127.0.0.1', '', 1795547901750, 1795547901750, 1796152701750, 1, 1795547901750, 'pwd', null, null, 0),
(4, 4, '127.0.0.1', 'test', 1795547901750, 1795547901750, 1796152701750, 0, 1795547901750, 'pwd otp mfa', 1795547901750, 1795547901750, 0),
(5, 5, '127.0.0.1', 'test', 1795547901750, 1795547901750, 1796152701750, 0, 1795547901750, 'pwd swk mfa', 1795547901750, 1795547901750, 0),
(6, 6, '127.0.0.1', 'test', 1795547901750, 1795547901750, 1796152701750, 0, 1795547901750, 'pwd', null, null, 0),
(7, 6, '127.0.0.1', 'test', 1795547901750, 1795547901750, 1796152701750, 0, 1795547901750, 'pwd', null, null, 0);
insert into refresh_rotations (session_id, generation, rotated_at) values
(3, 0, 1795547901750);
insert into codes (id, email, email_key, purpose, code_hash, attempts, created_at, expires_at, used_at, asker_hash, stranger_attempts, account_id, asker_browser_hash) overriding system value values
(1, 'a email "ü"', 'a email_key "ü"', 'a purpose "ü"', 'a code_hash "ü"', 1, 1, 1, 1, 'a asker_hash "ü"', 1, 1, 'a asker_browser_hash "ü"');
insert into exchanges (code_hash, session_id, expires_at, code_challenge) values
('a code_hash "ü"', 1, 1, 'a code_challenge "ü"');
insert into provider_links (id, account_id, provider, subject, created_at, unproven_at) overriding system value values
(1, 1, 'a provider "ü"', 'a subject "ü"', 1, 1);
insert into settings (section, version, value, created_at, account_id) values
('branding', 1, 'AeQVme68_saVDRUKFwbY5pZWxfXy4LB28v2goIa9lVSjG61bCUGzGGiejNR8WpYAiTkLwwv46VZkB2SaoKLT8wlBXEa89PYLIXacRoAT4lOTsbspIGQTzov3G75bJ6NiDcng8mdfcPHM889FwsndIB-drDkMit0q5Oglbz6I4w', 1795547901750, 6);
insert into failures (key, count, running, window_ends_at) values
('anonymous address:127.0.0.1', 2, 0, 1795551501750),
('anonymous', 2, 0, 1795551501750),
('sign-ups:127.0.0.1', 1, 0, 1795551501750);
insert into outbox (id, sealed_mail, expires_at) values
('a id "ü"', 'a sealed_mail "ü"', 1);
insert into provider_flows (state_hash, browser_hash, provider, frontend, session_id, links, sealed_secrets, expires_at, code_challenge, proven) values
('a state_hash "ü"', 'a browser_hash "ü"', 'a provider "ü"', 'a frontend "ü"', 1, 1, 'a sealed_secrets "ü"', 1, 'a code_challenge "ü"', 1);
insert into webhooks (id, uid, url, types, description, enabled, disabled_reason, created_at, sealed_secret, sealed_previous_secret, previous_until, languages, cursor, replay_cursor, replay_until, replay_since, failing_since, deleted_at) overriding system value values
(1, 'whk_upVs3V7_zMlEPdVIghXDpg', 'http://127.0.0.1:9/hook', null, '', 1, null, 1795547901750, 'AfEzz5aEop2s3OyZd6Vx8qTCvnlod5c_gu6uLsDtj8X2QdzjhB0l7UYzQUbrF_Ok9nyS-0nEfFFpx3sYU_D4iK_PxoiR2ENXJHA7giUSMg', null, null, '', 10, null, null, null, 1795547901750, null);
insert into set_up_tokens (token_hash, expires_at) values
('a token_hash "ü"', 1);
insert into events (id, uid, type, audit, at, account_id, session_id, actor, ip_address, merge_key, count, data, position) overriding system value values
(1, 'evt_zrSkrTgDO_7J9g5CLFqxeg', 'session.started', 0, 1795547901750, 1, 1, 'account:1', '127.0.0.1', null, 1, '{"account":{"id":1,"uid":"110cda2a-42c1-46c3-a9b8-a803eba0d3dc","name":"Person 1","handle":"added.1","email":"added1@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"superadmin","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"session":{"id":0,"account_id":1,"ip_address":"127.0.0.1","user_agent":"test","expires_at":"2026-12-01T19:18:21.750"},"method":"password","via":null,"actor":{"type":"superadmin","id":1,"name":"Person 1"},"client":{"ip_address":"127.0.0.1","user_agent":"test"},"request_id":"test"}', 1),
(2, 'evt_29btrBV-ixX4cvZGMXcozg', 'webhook.changed', 1, 1795547901750, null, null, 'account:1', '127.0.0.1', null, 1, '{"webhook":{"id":"whk_upVs3V7_zMlEPdVIghXDpg","url":"http://127.0.0.1:9","description":""},"action":"created","changed":{},"previous":{},"actor":{"type":"superadmin","id":1,"name":"Person 1"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"c7fd83a5-ead8-42a8-9d33-c225278cd453"}', 2),
(3, 'evt_Xyd5iiKALZJ7qrz1xE_25w', 'session.started', 0, 1795547901750, 2, 2, 'account:2', '127.0.0.1', null, 1, '{"account":{"id":2,"uid":"f4c0de50-ce26-4e69-bacc-d820bc69aed7","name":"Person 2","handle":"added.2","email":"added2@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"superadmin","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"session":{"id":0,"account_id":2,"ip_address":"127.0.0.1","user_agent":"test","expires_at":"2026-12-01T19:18:21.750"},"method":"password","via":null,"actor":{"type":"superadmin","id":2,"name":"Person 2"},"client":{"ip_address":"127.0.0.1","user_agent":"test"},"request_id":"test"}', 3),
(4, 'evt_skdAEGIVHW-oX6o79jC-dg', 'key.created', 1, 1795547901750, null, null, 'account:2', '127.0.0.1', null, 1, '{"key":{"id":1,"name":"Billing","scopes":["accounts:read"]},"actor":{"type":"superadmin","id":2,"name":"Person 2"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"5f4cf8b6-b633-47df-812f-80b291f21c45"}', 4),
(5, 'evt_WMBX11zRfpc34cIRWyB4uQ', 'account.created', 1, 1795547901750, 3, null, 'account:3', '127.0.0.1', null, 1, '{"account":{"id":3,"uid":"25d13d58-dff7-4adc-911e-c67223fb8635","name":"ÅNGSTRÖM","handle":"angstrom","email":"ada@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"method":"password","actor":{"type":"account","id":3,"name":"ÅNGSTRÖM"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"9081805a-b9e4-4fe4-ac0e-d9096ffd99fb"}', 5),
(6, 'evt_rRxWX2s7UYa0Z4YGTZSASw', 'session.started', 0, 1795547901750, 3, 3, 'account:3', '127.0.0.1', null, 1, '{"account":{"id":3,"uid":"25d13d58-dff7-4adc-911e-c67223fb8635","name":"ÅNGSTRÖM","handle":"angstrom","email":"ada@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"session":{"id":0,"account_id":3,"ip_address":"127.0.0.1","user_agent":"","expires_at":"2026-12-01T19:18:21.750"},"method":"password","via":null,"actor":{"type":"account","id":3,"name":"ÅNGSTRÖM"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"9081805a-b9e4-4fe4-ac0e-d9096ffd99fb"}', 6),
(7, 'evt_7ShGAozL_5Emd_lX0MbJCQ', 'session.started', 0, 1795547901750, 4, 4, 'account:4', '127.0.0.1', null, 1, '{"account":{"id":4,"uid":"e696d810-492a-4325-9d41-160789a3644a","name":"Person 3","handle":"added.3","email":"grace@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"session":{"id":0,"account_id":4,"ip_address":"127.0.0.1","user_agent":"test","expires_at":"2026-12-01T19:18:21.750"},"method":"password","via":null,"actor":{"type":"account","id":4,"name":"Person 3"},"client":{"ip_address":"127.0.0.1","user_agent":"test"},"request_id":"test"}', 7),
(8, 'evt_jLxoR2tCBIlsUTq8V3nXQg', 'factor.added', 1, 1795547901750, 4, null, 'account:4', '127.0.0.1', null, 1, '{"account":{"id":4,"uid":"e696d810-492a-4325-9d41-160789a3644a","name":"Person 3","handle":"added.3","email":"grace@example.org","email_verified":true,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"factor":{"type":"totp","id":null,"name":null},"actor":{"type":"account","id":4,"name":"Person 3"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"01c6da2e-6be6-43d2-81fa-fde02e779fa6"}', 8),
(9, 'evt_x5egPlGFoIc2XJa_Bqg_ng', 'factor.added', 1, 1795547901750, 4, null, 'account:4', '127.0.0.1', null, 1, '{"account":{"id":4,"uid":"e696d810-492a-4325-9d41-160789a3644a","name":"Person 3","handle":"added.3","email":"grace@example.org","email_verified":true,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"factor":{"type":"recovery_codes","id":null,"name":null},"actor":{"type":"account","id":4,"name":"Person 3"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"01c6da2e-6be6-43d2-81fa-fde02e779fa6"}', 9),
(10, 'evt_3U6MnX7Og_n7lNbCmWxkQw', 'session.started', 0, 1795547901750, 5, 5, 'account:5', '127.0.0.1', null, 1, '{"account":{"id":5,"uid":"1517373b-4dad-40e6-b346-9f5c76c1a46b","name":"Person 4","handle":"added.4","email":"carol@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"session":{"id":0,"account_id":5,"ip_address":"127.0.0.1","user_agent":"test","expires_at":"2026-12-01T19:18:21.750"},"method":"password","via":null,"actor":{"type":"account","id":5,"name":"Person 4"},"client":{"ip_address":"127.0.0.1","user_agent":"test"},"request_id":"test"}', 10),
(11, 'evt_DO-DadQk8h9hX4kijr4AAQ', 'factor.added', 1, 1795547901750, 5, null, 'account:5', '127.0.0.1', null, 1, '{"account":{"id":5,"uid":"1517373b-4dad-40e6-b346-9f5c76c1a46b","name":"Person 4","handle":"added.4","email":"carol@example.org","email_verified":true,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"factor":{"type":"passkey","id":1,"name":"Passkey"},"actor":{"type":"account","id":5,"name":"Person 4"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"3bb13914-5700-470a-a729-b3414a58a9c1"}', 11),
(12, 'evt_R6meRo77DozrnYF4aeLl1A', 'factor.added', 1, 1795547901750, 5, null, 'account:5', '127.0.0.1', null, 1, '{"account":{"id":5,"uid":"1517373b-4dad-40e6-b346-9f5c76c1a46b","name":"Person 4","handle":"added.4","email":"carol@example.org","email_verified":true,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"factor":{"type":"recovery_codes","id":null,"name":null},"actor":{"type":"account","id":5,"name":"Person 4"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"3bb13914-5700-470a-a729-b3414a58a9c1"}', 12),
(13, 'evt_8_uH6ePeR-zn0cwkLNMloQ', 'login.failed', 0, 1795547901750, 3, null, null, '127.0.0.1', '3oTT0YVTLLwpkwxQRqGaymP7Cym0M6p4T-aPF9K9SlA', 1, '{"account":{"id":3,"uid":"25d13d58-dff7-4adc-911e-c67223fb8635","name":"ÅNGSTRÖM","handle":"angstrom","email":"ada@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"user","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"method":"password","reason":"invalid_credentials","count":1,"actor":null,"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"8fab057d-e162-4309-ab75-c2c7d7773fa4"}', 13),
(14, 'evt_DHJ0a6lnjgyB80coPajIVA', 'session.started', 0, 1795547901750, 6, 6, 'account:6', '127.0.0.1', null, 1, '{"account":{"id":6,"uid":"c3891f62-8cb8-4647-a09f-967385c16a75","name":"Person 5","handle":"added.5","email":"added5@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"superadmin","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"session":{"id":0,"account_id":6,"ip_address":"127.0.0.1","user_agent":"test","expires_at":"2026-12-01T19:18:21.750"},"method":"password","via":null,"actor":{"type":"superadmin","id":6,"name":"Person 5"},"client":{"ip_address":"127.0.0.1","user_agent":"test"},"request_id":"test"}', 14),
(15, 'evt_KmrxcNKq3WGkwdlMW0Yr1w', 'session.started', 0, 1795547901750, 6, 7, 'account:6', '127.0.0.1', null, 1, '{"account":{"id":6,"uid":"c3891f62-8cb8-4647-a09f-967385c16a75","name":"Person 5","handle":"added.5","email":"added5@example.org","email_verified":false,"phone":null,"avatar_url":null,"role":"superadmin","status":"active","external_id":null,"created_at":"2026-11-24T19:18:21.750","updated_at":"2026-11-24T19:18:21.750"},"session":{"id":0,"account_id":6,"ip_address":"127.0.0.1","user_agent":"test","expires_at":"2026-12-01T19:18:21.750"},"method":"password","via":null,"actor":{"type":"superadmin","id":6,"name":"Person 5"},"client":{"ip_address":"127.0.0.1","user_agent":"test"},"request_id":"test"}', 15),
(16, 'evt_Ka33KF_br4Tc2-NtwqpL3w', 'settings.changed', 1, 1795547901750, null, null, 'account:6', '127.0.0.1', null, 1, '{"section":"branding","changed":{"name":"Before"},"previous":{"name":""},"actor":{"type":"superadmin","id":6,"name":"Person 5"},"client":{"ip_address":"127.0.0.1","user_agent":""},"request_id":"a03e13b1-65d5-4608-8365-9bf4c6ea8b26"}', 16);
insert into deliveries (id, uid, webhook_id, event_id, state, attempts, next_attempt_at, due_at, lease, finished_at) overriding system value values
(1, 'dlv_Ux8f8cwVx6dhwxep_gJCzg', 1, 2, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":5}]', 1795547906479, 1795547906479, null, null),
(2, 'dlv_HzoAyvVt3Ox-YZueKPrmBQ', 1, 3, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":4}]', 1795547907042, 1795547907042, null, null),
(3, 'dlv_LO2p2D9fY3UIApRXzb8z6g', 1, 4, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":4}]', 1795547906959, 1795547906959, null, null),
(4, 'dlv_eYXwwo8Ecb-DR20a4AG9Jw', 1, 5, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":4}]', 1795547906509, 1795547906509, null, null),
(5, 'dlv_Rt7VyzbF9lwcBYPhadOnGQ', 1, 6, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":4}]', 1795547906729, 1795547906729, null, null),
(6, 'dlv_kLBklxXPq6N_WY32PvGXlw', 1, 7, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":3}]', 1795547905933, 1795547905933, null, null),
(7, 'dlv_J6Q06ftga2mrHN9uEvPRug', 1, 8, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":7}]', 1795547907656, 1795547907656, null, null),
(8, 'dlv_z05MsUdqs90IK6swIAsW0Q', 1, 9, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":7}]', 1795547907120, 1795547907120, null, null),
(9, 'dlv_pYudCInncuOPj9YC3Cf1lg', 1, 10, 'pending', '[{"at":1795547901750,"status_code":null,"response_body":null,"error":"connect ECONNREFUSED 127.0.0.1:9","duration_ms":6}]', 1795547906532, 1795547906532, null, null);
insert into totps (account_id, sealed_secret, last_step, created_at, last_used_at, sealed_pending, pending_until, wrong_codes, wrong_since) values
(4, 'ASLA50qspQ1GyT_lCh_3rfgNDMoOTDculhq1MKPRccVJsqwdynKSDWVFIM7mf0CWaoKlodjokQg7k0dzeQ', 59851596, 1795547901750, 1795547901750, null, null, 0, null);
insert into recovery_codes (account_id, code_hash, created_at) values
(4, 'tNrGgbe8UrlKSPTUIUBrKd4JxqughPHkrShGWizk_x8', 1795547901750),
(4, 'BarfkZkvaAN0ZeWITAdFfv3_7L2tWmJQyFgGsSwbrEk', 1795547901750),
(4, 'aWh_lewH5RNy3mFw255fvaahqt4k0yRV1S_Kqo8__Lo', 1795547901750);
insert into passkey_users (account_id, handle) values
(5, 'CIGaBN2AjVf_I8q7xT2Ld7RfviDe0A6vj5uFFAwfE60');
insert into passkeys (account_id, id, credential_id, public_key, counter, transports, name, aaguid, backup_eligible, backed_up, created_at, last_used_at) overriding system value values
(5, 1, '5NC68Hae9fsSzSuuWlGdzW8TMCEM2qILT-xenB-OWPY', 'pQECAyYgASFYINEpT-ODHa9kB8Yze7VSnLBQDVzGzt2fZyavEwfgvFMmIlggfDYgp8nnk9ZtVnCm4lY_Ce4rHs3ZLUaXg4Laxi-TBVc', 0, '["internal","hybrid"]', 'Passkey', '00000000-0000-0000-0000-000000000000', 1, 1, 1795547901750, null);
insert into challenges (token_hash, purpose, account_id, session_id, method, reason, browser_hash, code_challenge, webauthn_challenge, attempts, expires_at, via, link_provider, link_subject) values
('TJqVHHQGA_c8nD3LZaZXMFRsHGXss4fI2iXwYELFvJw', 'passkey_login', null, null, null, null, null, null, 'M_tUWWQpvHQqN3N3K3T1NByMW87WgtUR_HYDa11n4a4', 0, 1795548501750, null, null, null);
insert into invitations (id, email, email_key, name, role, metadata, token_hash, frontend, created_by, created_at, expires_at, accepted_at, account_id, app_metadata) overriding system value values
(1, 'a email "ü"', 'a email_key "ü"', 'a name "ü"', 'a role "ü"', 'a metadata "ü"', 'a token_hash "ü"', 'a frontend "ü"', 1, 1, 1, 1, 1, 'a app_metadata "ü"');
insert into api_keys (id, name, hint, key_hash, scopes, allowed_addresses, created_by, created_at, expires_at, last_used_at, last_used_ip) overriding system value values
(1, 'Billing', 'kw_live_IIl72X', 'TIt0PbUwBzDOZ_wTosd1mEkeZ-6rVCVx-Z7CnL4L0Zc', 'accounts:read', null, 2, 1795547901750, null, null, null);
insert into email_changes (id, account_id, old_email, old_email_key, old_email_verified, new_email, new_email_key, undo_nonce, created_at, pending_until, expires_at, undo_since, proven, old_email_unproven_at) overriding system value values
(1, 4, 'grace@example.org', 'grace@example.org', 1, 'grace@example.org', 'grace@example.org', 'EgnEJIM1U28BbIPeju-pIA', 1795547901750, null, 1796152701750, null, 0, null),
(2, 5, 'carol@example.org', 'carol@example.org', 1, 'carol@example.org', 'carol@example.org', 'xwj5f_rCjlOTE1qNJo-KjQ', 1795547901750, null, 1796152701750, null, 0, null);
insert into used_id_tokens (token_hash, expires_at) values
('a token_hash "ü"', 1);
insert into event_counts (hour, name, count) values
(1795546800000, 'sign_in:password', 2);
insert into known_addresses (account_id, address_hash, seen_at) values
(1, '6yBM6GaOxGU5PmF4MlhEBA', 1795547901750),
(2, '2ee8ks8zcZE_ntV95R46dw', 1795547901750),
(3, 'xt-gaIS_s7bYPX6VLGVu6g', 1795547901750),
(4, 'YamdWPLl9B4esza34UZtgw', 1795547901750),
(5, 'Drk0vM66ASJkg7vGoxikJA', 1795547901750),
(6, 'xmH3Hv1t9i0ye-AI9vK7bQ', 1795547901750);
insert into mail_queue (id, sealed_mail, expires_at, due_at, attempts, lease) values
('a id "ü"', 'a sealed_mail "ü"', 1, 1, 1, 'a lease "ü"');
update event_head set position = 16;
select setval(pg_get_serial_sequence('accounts', 'id'), 6);
select setval(pg_get_serial_sequence('sessions', 'id'), 7);
select setval(pg_get_serial_sequence('codes', 'id'), 1);
select setval(pg_get_serial_sequence('provider_links', 'id'), 1);
select setval(pg_get_serial_sequence('webhooks', 'id'), 1);
select setval(pg_get_serial_sequence('events', 'id'), 16);
select setval(pg_get_serial_sequence('deliveries', 'id'), 9);
select setval(pg_get_serial_sequence('passkeys', 'id'), 1);
select setval(pg_get_serial_sequence('invitations', 'id'), 1);
select setval(pg_get_serial_sequence('api_keys', 'id'), 1);
select setval(pg_get_serial_sequence('email_changes', 'id'), 2);
