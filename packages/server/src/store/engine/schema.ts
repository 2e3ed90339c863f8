import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { ProfileField } from '../../lib/profile-fields.ts';

/**
 * The tables. Times are integers: milliseconds since the epoch. Booleans are 0 or 1, so that both
 * databases store the same values. `*_key` columns hold the canonical form that uniqueness compares.
 */
export interface Schema {
  accounts: AccountTable;
  sessions: SessionTable;
  refresh_rotations: RefreshRotationTable;
  codes: CodeTable;
  exchanges: ExchangeTable;
  provider_links: ProviderLinkTable;
  provider_flows: ProviderFlowTable;
  settings: SettingTable;
  failures: FailureTable;
  outbox: OutboxTable;
  mail_queue: MailQueueTable;
  events: EventTable;
  event_head: EventHeadTable;
  event_counts: EventCountTable;
  event_counts_head: EventHeadTable;
  webhooks: WebhookTable;
  deliveries: DeliveryTable;
  challenges: ChallengeTable;
  totps: TotpTable;
  recovery_codes: RecoveryCodeTable;
  known_addresses: KnownAddressTable;
  passkey_users: PasskeyUserTable;
  passkeys: PasskeyTable;
  set_up_tokens: SetUpTokenTable;
  hidden_hints: HiddenHintTable;
  invitations: InvitationTable;
  api_keys: ApiKeyTable;
  email_changes: EmailChangeTable;
  used_id_tokens: UsedIdTokenTable;
  applications: ApplicationTable;
  application_secrets: ApplicationSecretTable;
  application_origins: ApplicationOriginTable;
  oauth_requests: OAuthRequestTable;
  oauth_grants: OAuthGrantTable;
  oauth_consents: OAuthConsentTable;
  oauth_devices: OAuthDeviceTable;
  oauth_keys: OAuthKeyTable;
  oauth_logouts: OAuthLogoutTable;
  organizations: OrganizationTable;
  organization_slugs: OrganizationSlugTable;
  memberships: MembershipTable;
  organization_roles: OrganizationRoleTable;
  removed_members: RemovedMemberTable;
  removed_emails: RemovedEmailTable;
  freed_slugs: FreedSlugTable;
  pictures: PictureTable;
  organization_invitations: OrganizationInvitationTable;
  organization_domains: OrganizationDomainTable;
  connections: ConnectionTable;
  scim_tokens: ScimTokenTable;
  connection_tests: ConnectionTestTable;
  portals: PortalTable;
  scim_users: ScimUserTable;
  scim_groups: ScimGroupTable;
  scim_group_members: ScimGroupMemberTable;
  scim_requests: ScimRequestTable;
  keyward_migrations: MigrationTable;
}

type ProfileColumns = { [Field in ProfileField]: Generated<string | null> };

interface AccountTable extends ProfileColumns {
  id: Generated<number>;
  uid: string;
  name: string;
  /** The form for sorting and searching names; the store derives it. */
  name_key: Generated<string>;
  handle: string;
  handle_key: string;
  email: string;
  email_key: string;
  email_verified: number;
  role: string;
  status: string;
  /** A PHC string; null if the account signs in without a password. */
  password_hash: string | null;
  /** When a session without a proof set the password; null if it was set with one. */
  password_unproven_at: Generated<number | null>;
  /** The same for the email. */
  email_unproven_at: Generated<number | null>;
  /**
   * 1 if the owner set the password after, or together with, the proof of the mailbox, or if nothing from before the proof
   * was left; 2 if a session has set it that may be from before the proof; 3 if the account had another mailbox when it was
   * 0; 0 if anybody could have set it; null if a
   * superadmin did.
   */
  password_after_proof: Generated<number | null>;
  /**
   * When a superadmin, a key or a connection first set the password or the email; null if nobody has since the promotion.
   * Later additions may not be the owner's.
   */
  assigned_at: Generated<number | null>;
  /** Incremented when the account drops its known browsers and addresses. */
  device_epoch: Generated<number>;
  /** 1 if the proof of the mailbox makes a `pending` account active; otherwise only superadmins do. */
  awaits_proof: Generated<number | null>;
  /** The second factors that are enrolled, as bits: see `SECOND_FACTORS`. */
  second_factors: Generated<number>;
  /** JSON that its owner may change; null for an empty object. */
  metadata: Generated<string | null>;
  /** JSON that only superadmins, keys and the host change; null for an empty object. */
  app_metadata: Generated<string | null>;
  /** The id of the account in another system. */
  external_id: Generated<string | null>;
  /** When the account will be deleted at the request of its owner or a connection; null if it stays. */
  deletion_at: Generated<number | null>;
  /** The connection that has requested the pending deletion; null: the owner. */
  deletion_connection: Generated<string | null>;
  /** When its present email was proven, if that was an act on the account; null: not known. */
  proven_at: Generated<number | null>;
  created_at: number;
  updated_at: number;
}

/** The ways to sign in that policies of organizations distinguish. */
export const SESSION_METHODS = ['password', 'code', 'link', 'passkey', 'provider', 'connection'] as const;
export type SessionMethod = (typeof SESSION_METHODS)[number];

interface SessionTable {
  id: Generated<number>;
  account_id: number;
  ip_address: string;
  user_agent: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  /** The number of the only refresh token that may still rotate; 0 is the first. */
  refresh_generation: number;
  /** The time at which that refresh token was issued. */
  refreshed_at: number;
  /**
   * How its owner authenticated: values of RFC 8176, separated by spaces. Empty if it began before they were kept.
   */
  amr: Generated<string>;
  /** The last time that its owner proved it again; null for never. */
  reauthenticated_at: Generated<number | null>;
  /** The last time that a second factor, or a passkey, was proven; null for never. */
  factor_at: Generated<number | null>;
  /** 1 if it began with a credential that had been set without a proof. */
  unproven: Generated<number>;
  /** The superadmin who acts in it for the account, as JSON; null in a session of the owner. */
  impersonator: Generated<string | null>;
  /**
   * The membership whose organization is active; null if there is none. An ended membership makes none active, and its
   * id is never reused.
   */
  membership_id: Generated<number | null>;
  /**
   * How it began: `link` for a code in a mailed link; null for a session from before this column, and for an
   * impersonation.
   */
  method: Generated<SessionMethod | null>;
  /** The organization whose connection began it; null for none. */
  connection_organization_id: Generated<number | null>;
  /** That connection, also once it is deleted. */
  connection_uid: Generated<string | null>;
  /** 1 if only that connection says that a second factor was proven. */
  factor_vouched: Generated<number>;
  /** The longest time of inactivity since its owner last proved who they are, in milliseconds. */
  longest_rest: Generated<number>;
  /** When its person last showed a mailed code or link for the account's email; null: never, or not known. */
  mailbox_at: Generated<number | null>;
}

interface RefreshRotationTable {
  session_id: number;
  /** The replaced refresh token. */
  generation: number;
  rotated_at: number;
}

interface CodeTable {
  id: Generated<number>;
  email: string;
  email_key: string;
  purpose: string;
  /** Keyed hash; the code itself is never stored. */
  code_hash: string;
  /** Keyed hash of the key in the link of the mail; null for a code from before links had keys. */
  link_key_hash: Generated<string | null>;
  /**
   * Keyed hash of the address that asked for the code; empty if only its browser counts, and `-` after the address has
   * asked for another one.
   */
  asker_hash: string;
  /** Keyed hash of the browser that asked; null if the request had no cookie for it. */
  asker_browser_hash: Generated<string | null>;
  /** 1 if a device that the account knows asked for the code; otherwise 0. */
  by_known_device: Generated<number>;
  /** Wrong guesses. */
  attempts: number;
  /** The number of attempts from other addresses. */
  stranger_attempts: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** The account whose change of email the code finishes; null for every other code. */
  account_id: Generated<number | null>;
}

interface ExchangeTable {
  code_hash: string;
  session_id: number;
  /** The hash that the verifier must have (RFC 7636); null if the sign-in began without a challenge. */
  code_challenge: string | null;
  expires_at: number;
}

interface ProviderLinkTable {
  id: Generated<number>;
  account_id: number;
  /** The provider's issuer, which stays the same when its slot is renamed or moved. */
  provider: string;
  /** The person's id at the provider. */
  subject: string;
  created_at: number;
  /** When a session without a proof made it; null if it was made with one. */
  unproven_at: Generated<number | null>;
}

/** An unfinished sign-in or linking at a provider. */
interface ProviderFlowTable {
  state_hash: string;
  /** Hash of the id in the cookie of the browser that began it. */
  browser_hash: string;
  /** The slot. */
  provider: string;
  /** The destination of the browser at the end. */
  frontend: string;
  /** The session that asks for a link; null for a sign-in, and if the session has ended. */
  session_id: number | null;
  /** 1 for a link, 0 for a sign-in. */
  links: number;
  /** 1 if the person who asked for the link had authenticated recently. */
  proven: Generated<number>;
  /** Encrypted: PKCE verifier, nonce and redirect address, separated by spaces. */
  sealed_secrets: string;
  /** The frontend's challenge, for the one-time code that it gets at the end. */
  code_challenge: string | null;
  /** Encrypted: the person in a verified SAML answer; null until it arrives. */
  sealed_answer: string | null;
  expires_at: number;
}

interface SettingTable {
  section: string;
  version: number;
  /** Encrypted JSON. */
  value: string;
  created_at: number;
  /** The superadmin who saved it. */
  account_id: number | null;
}

interface FailureTable {
  key: string;
  count: number;
  /** The number of guesses in `count` that are still running. */
  running: number;
  window_ends_at: number;
}

/** Mails that the shutdown of an earlier release has stored. */
interface OutboxTable {
  /** The mail's id; it stays the same over restarts. */
  id: string;
  /** Encrypted JSON. */
  sealed_mail: string;
  expires_at: number;
}

/** Mails that are sent even if the service is killed. */
interface MailQueueTable {
  /** The mail's id; the same at each attempt. */
  id: string;
  /** Encrypted JSON. */
  sealed_mail: string;
  expires_at: number;
  /** When it may be claimed: the time of the next attempt, or the end of a claim. */
  due_at: number;
  /** How often it was claimed. */
  attempts: number;
  /** Identifies the holder of the claim; null if there is none. */
  lease: string | null;
  /** 1 for a mail that waits behind all others. */
  is_bulk: Generated<number>;
  /** Hashes of the registered domain and of the host name of its recipient, which take turns. */
  domain_hash: Generated<string>;
  host_hash: Generated<string>;
}

/** The audit log. A row is stored in the transaction of its act and never changes, apart from `position` and `count`. */
interface EventTable {
  id: Generated<number>;
  /** The event's id outside: `evt_…`. */
  uid: string;
  type: string;
  /** 1 for audit events, 0 for activity. */
  audit: number;
  at: number;
  /** The account that the event is about. Not a reference: the event outlives the account. */
  account_id: number | null;
  session_id: number | null;
  /** `account:7`, `key:3`, `operator` …; null for an anonymous request. */
  actor: string | null;
  ip_address: string | null;
  /** The organization that the event is about, `org_…`. Not a reference, as above. */
  organization: string | null;
  /** Events with the same key are stored as one. */
  merge_key: string | null;
  /** The number of events that this row stands for. */
  count: number;
  /** JSON. */
  data: string;
  /** The place in the order of commit; null until it is assigned. SQLite's ids are already in this order. */
  position: number | null;
}

/** One row: the last assigned, or counted, position. Lock it to continue from there. */
interface EventHeadTable {
  position: number;
}

/** The number of events of a kind in one hour. It outlives the events. */
interface EventCountTable {
  /** The beginning of the hour, in milliseconds since the epoch. */
  hour: number;
  name: string;
  count: number;
}

interface WebhookTable {
  id: Generated<number>;
  /** The webhook's id outside: `whk_…`. */
  uid: string;
  url: string;
  /** JSON: the types that it receives, as given; null for all. */
  types: string | null;
  /** The organization to whose events the webhook is limited, `org_…`; null: all events. */
  organization: Generated<string | null>;
  description: string;
  enabled: number;
  /** Why the service disabled it; null if it is enabled, and if a superadmin disabled it. */
  disabled_reason: string | null;
  created_at: number;
  /** Encrypted. */
  sealed_secret: string;
  /**
   * The replaced secrets, newest first, one on each line: the end of its use, a space, and the encrypted
   * secret.
   */
  sealed_previous_secret: string | null;
  /** When the last of them stops signing. */
  previous_until: number | null;
  /** The `Accept-Language` of the superadmin who saved it last, for mails about it. */
  languages: string;
  /** Events up to this position have their deliveries. */
  cursor: number;
  /** A replay in progress: events after this position, up to `replay_until`, that happened at `replay_since` or later. */
  replay_cursor: number | null;
  replay_until: number | null;
  replay_since: number | null;
  /** The first failed attempt since the last successful one. */
  failing_since: number | null;
  /** Set while the deliveries of a deleted webhook are removed. */
  deleted_at: number | null;
}

/** The delivery of an event to a webhook. */
interface DeliveryTable {
  id: Generated<number>;
  /** The delivery's id outside: `dlv_…`. */
  uid: string;
  webhook_id: number;
  event_id: number;
  state: 'pending' | 'succeeded' | 'failed';
  /** JSON, oldest first. */
  attempts: string;
  /** Null once it is finished. */
  next_attempt_at: number | null;
  /** The time from which an instance may claim it: the next attempt, or the end of a lease. Null once it is finished. */
  due_at: number | null;
  /** Identifies the claim whose holder makes the attempt; null if there is none. */
  lease: string | null;
  finished_at: number | null;
}

/** An act that must be finished with a factor. */
interface ChallengeTable {
  /** SHA-256 of the token, as base64url. */
  token_hash: string;
  purpose: 'login' | 'passkey_login' | 'passkey_enrolment' | 'reauthentication';
  /** Null until a passkey names it. */
  account_id: number | null;
  /** The session that it is for; null for a sign-in. */
  session_id: number | null;
  /** The first factor of a sign-in. */
  method: string | null;
  /** The method of the first factor, as in a session. */
  via: string | null;
  /** What the connection was that is the first factor: see `ConnectionWord`; null for another. */
  word: string | null;
  /** The purpose of the sign-in: see `Arrival`. */
  reason: string | null;
  /** Hash of the cookie of the browser that may answer; null if any may. */
  browser_hash: string | null;
  /** The frontend's challenge (RFC 7636 §4.2); null without one. */
  code_challenge: string | null;
  /** The identity that the sign-in links to the account at its end: issuer and subject; null for none. */
  link_provider: string | null;
  link_subject: string | null;
  /** The bytes that an authenticator signs, as base64url; null until they are requested. */
  webauthn_challenge: string | null;
  attempts: number;
  expires_at: number;
}

/** An uploaded picture. */
interface PictureTable {
  account_id: number;
  /** 16 random bytes in base64url, the end of its address. */
  uid: string;
  type: string;
  /** Base64. */
  content: string;
  created_at: number;
}

/** The secret shared with an authenticator app, and one that is not confirmed yet. */
interface TotpTable {
  account_id: number;
  /** Encrypted; null until it is confirmed. */
  sealed_secret: string | null;
  /** The step of the last code that was accepted (RFC 6238 §4.2). */
  last_step: number;
  created_at: number | null;
  last_used_at: number | null;
  /** Encrypted; null if none waits. */
  sealed_pending: string | null;
  pending_until: number | null;
  /** Wrong codes since `wrong_since`; see `features/identity/mfa/totp-lock.ts`. */
  wrong_codes: Generated<number>;
  wrong_since: Generated<number | null>;
}

interface KnownAddressTable {
  account_id: number;
  /** Keyed hash. */
  address_hash: string;
  /** The last sign-in from there, precise to a day. */
  seen_at: number;
}

interface RecoveryCodeTable {
  account_id: number;
  /** Keyed hash. */
  code_hash: string;
  /** Null if it was added before times were stored. */
  created_at: Generated<number | null>;
}

/** The user handle of an account. */
interface PasskeyUserTable {
  account_id: number;
  /** 32 random bytes, as base64url. */
  handle: string;
}

interface PasskeyTable {
  id: Generated<number>;
  account_id: number;
  /** As base64url. */
  credential_id: string;
  /** COSE key, as base64url. */
  public_key: string;
  counter: number;
  /** JSON: the transports that the browser named. */
  transports: string;
  name: string;
  /** The model of the authenticator; zeros if it is not given. */
  aaguid: string;
  /** Null for a passkey that was enrolled in another service, until it is used. */
  backup_eligible: number | null;
  backed_up: number;
  created_at: number;
  last_used_at: number | null;
}

interface SetUpTokenTable {
  /** SHA-256 of the token, as base64url. */
  token_hash: string;
  expires_at: number;
}

/** A hint of the console that a superadmin has hidden. */
interface HiddenHintTable {
  hint: string;
}

/** An invitation to join an organization. It is removed when it is accepted. */
interface OrganizationInvitationTable {
  id: Generated<number>;
  /** Random; the id of the API. */
  uid: string;
  organization_id: number;
  email: string;
  /** Unique within the organization. */
  email_key: string;
  /** JSON: the names of the roles that the person gets. */
  roles: string;
  /** SHA-256 of the token, as base64url. */
  token_hash: string;
  /** The frontend that the mailed link leads to; null for the service itself. */
  frontend: string | null;
  /** The account that invited last; null for a key or the host. */
  created_by: number | null;
  /** The API key that did; null for an account or the host. */
  created_key: Generated<number | null>;
  created_at: number;
  expires_at: number;
}

interface InvitationTable {
  id: Generated<number>;
  email: string;
  email_key: string;
  name: string | null;
  role: string;
  /** JSON, for the account; null for none. */
  metadata: string | null;
  /** The same. */
  app_metadata: Generated<string | null>;
  /** SHA-256 of the token, as base64url. */
  token_hash: string;
  /** The frontend that the mailed link leads to; null for the service itself. */
  frontend: string | null;
  /** The account of the superadmin who invited last; null for a key or the host. */
  created_by: number | null;
  created_at: number;
  expires_at: number;
  accepted_at: number | null;
  /**
   * The account that it opened, or that was created with its email in another way. Null before that, and after the
   * account is deleted.
   */
  account_id: number | null;
}

interface ApiKeyTable {
  id: Generated<number>;
  name: string;
  /** The first characters of the key, by which people recognise it. */
  hint: string;
  /** SHA-256 of the key, as base64url. */
  key_hash: string;
  /** Separated by spaces. */
  scopes: string;
  /** Addresses and CIDR ranges, separated by spaces; null for any. */
  allowed_addresses: string | null;
  /** The superadmin's account. */
  created_by: number | null;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  last_used_ip: string | null;
}

/**
 * A change of an account that the mailbox of that time can undo: of the email, or of another credential, for which both
 * emails are the same. Until it expires, the old mailbox can restore its email, regardless of later changes.
 */
interface EmailChangeTable {
  id: Generated<number>;
  account_id: number;
  old_email: string;
  old_email_key: string;
  old_email_verified: number;
  /** The account's `email_unproven_at` before the change. */
  old_email_unproven_at: Generated<number | null>;
  /** The account's `password_after_proof` before the change. */
  old_password_after_proof: Generated<number | null>;
  new_email: string;
  new_email_key: string;
  /** 1 if the person who asked for it had authenticated recently. */
  proven: Generated<number>;
  /** The part of the token in the mails to the old mailbox that identifies this row; the rest is a keyed hash. */
  undo_nonce: string;
  created_at: number;
  /** The time limit of the confirmation by the new mailbox; null if it was confirmed, replaced or cancelled. */
  pending_until: number | null;
  /** The time limit of the undo. */
  expires_at: number;
  /** An undo removes what was added at this time or later; null: a time before `created_at`. */
  undo_since: Generated<number | null>;
  /**
   * 0 for a row that only records a change without a confirmation, 1 for one that a mailed link undoes, 2 for one whose
   * account went back to an earlier mailbox.
   */
  undoable: Generated<number>;
}

/** A used or revoked token, until it expires. */
interface UsedIdTokenTable {
  token_hash: string;
  expires_at: number;
}

/** A client of the authorization server. */
interface ApplicationTable {
  id: Generated<number>;
  /** `app_…`; for a metadata document its address. */
  client_id: string;
  name: string;
  type: 'web' | 'browser' | 'native' | 'machine';
  source: 'created' | 'registered' | 'metadata_document';
  auth_method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
  enabled: number;
  first_party: number;
  require_pkce: number;
  dpop_bound: number;
  /** JSON: addresses, scopes, lifetimes; see `ApplicationDetails`. */
  details: string;
  /** JSON: the details that lists show; see `ListedDetails`. */
  listed: string | null;
  /** It is up to date if this is `updated_at`: an older release does not write it. */
  listed_at: number | null;
  created_at: number;
  updated_at: number;
  /** The last time that it got a token, to the hour; null for never. */
  last_used_at: number | null;
  /** Tokens from before this time are invalid, because the application has been turned off since. */
  tokens_since: number;
  /** Hash of the token that changes a registration (RFC 7592); null without one. */
  registration_hash: string | null;
  /** The time of the next fetch of a metadata document. Null if an administrator maintains the application. */
  fresh_until: number | null;
  /** When it expires; null: never. */
  expires_at: number | null;
}

interface ApplicationSecretTable {
  id: Generated<number>;
  application_id: number;
  hint: string;
  /** SHA-256 of the secret, as base64url. */
  secret_hash: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

/** The web origins from which public clients ask for tokens. */
interface ApplicationOriginTable {
  origin: string;
  application_id: number;
}

/** An authorization request that was pushed, or that a person has not answered yet. */
interface OAuthRequestTable {
  /** SHA-256 of the id, as base64url. */
  id_hash: string;
  application_id: number;
  /** Hash of the cookie of the browser that it belongs to; null for a pushed one. */
  browser_hash: string | null;
  /** JSON: its parameters. */
  parameters: string;
  created_at: number;
  expires_at: number;
}

/** An authorization of an application by an account, with the code that it began with. */
interface OAuthGrantTable {
  id: Generated<number>;
  /** Its id in tokens. */
  uid: string;
  application_id: number;
  account_id: number;
  /** The session in which it was given. Not a reference: each use checks whether the session is live. */
  session_id: number;
  /** 1 if it outlives that session. */
  offline: number;
  /** Separated by spaces. */
  scopes: string;
  /** Separated by spaces; empty for none. */
  resources: string;
  /** JSON: the facts about the sign-in for ID tokens; see `GrantDetails`. */
  details: string;
  /** SHA-256 of the code, as base64url; null if it began without one. */
  code_hash: string | null;
  /** The redirect address of the request. */
  redirect_uri: string | null;
  /** S256 (RFC 7636); null without one. */
  code_challenge: string | null;
  /** Thumbprint of the key that the tokens are bound to (RFC 9449); null without one. */
  dpop_jkt: string | null;
  /** Null until the code is exchanged. */
  begun_at: number | null;
  /** The number of the newest refresh token. */
  refresh_generation: number;
  /** The last replaced ones with their times: `generation:at`, separated by spaces. */
  rotations: string;
  created_at: number;
  last_used_at: number;
  /** Before the exchange, the expiry of its code. */
  expires_at: number;
  /** The final expiry, which no refresh moves. */
  ends_at: number;
}

/** The consent of an account, for one resource of one application. */
interface OAuthConsentTable {
  account_id: number;
  application_id: number;
  /** Empty for none. */
  resource: string;
  /** Separated by spaces. */
  scopes: string;
  granted_at: number;
}

/** A device that a person has not approved yet (RFC 8628). */
interface OAuthDeviceTable {
  /** SHA-256 of the device code, as base64url. */
  device_hash: string;
  /** Without the hyphen. */
  user_code: string;
  application_id: number;
  /** JSON: see `DeviceDetails`. */
  details: string;
  /** The account that opened it first; null before. */
  account_id: number | null;
  /** The session that allowed it. */
  session_id: number | null;
  state: 'pending' | 'allowed' | 'denied';
  /** The interval between polls, in milliseconds. */
  pause: number;
  polled_at: number | null;
  created_at: number;
  expires_at: number;
}

/** A key that signs tokens for applications. */
interface OAuthKeyTable {
  kid: string;
  algorithm: string;
  /** Encrypted: the private key as JWK. */
  sealed_key: string;
  /** JSON. */
  public_jwk: string;
  created_at: number;
  /** When it was replaced, and when its trust ends; null for the current one. */
  expires_at: number | null;
}

/** An application that is notified when a session ends (OpenID Connect Back-Channel Logout 1.0). */
interface OAuthLogoutTable {
  id: Generated<number>;
  application_id: number;
  /** Null once it has ended. */
  session_id: number | null;
  /** The session's id in tokens. */
  sid: string;
  /** The account's id, as `sub`. */
  subject: string;
  attempts: number;
  /** The time of the next attempt; until then, another instance may be making one. */
  due_at: number;
}

export const ORGANIZATION_STATES = ['active', 'suspended', 'deleted'] as const;

interface OrganizationTable {
  id: Generated<number>;
  /** `org_…`, which the API shows as its id. */
  uid: string;
  name: string;
  /** The form for sorting and searching names; the store derives it. */
  name_key: Generated<string>;
  /** The current one; `organization_slugs` decides which organization has it. */
  slug: string;
  logo_url: string | null;
  /** JSON; null for an empty object. */
  metadata: string | null;
  app_metadata: string | null;
  external_id: string | null;
  status: (typeof ORGANIZATION_STATES)[number];
  /** JSON: the requirements for sessions in which it is active; null if there are none. */
  policy: Generated<string | null>;
  members_count: number;
  /** Null: the number in the settings. */
  max_members: number | null;
  /** Rises with every change of a membership or of a role. */
  version: number;
  /** The version of the last change of a role. */
  roles_version: Generated<number>;
  /** When a deleted organization is removed; otherwise null. */
  purge_at: number | null;
  /** The first owner; null if the account is deleted, or if the organization was imported. */
  made_by: Generated<number | null>;
  created_at: number;
  updated_at: number;
}

interface OrganizationSlugTable {
  slug: string;
  organization_id: number;
  /** Null for the current slug; an earlier one refers to the organization until then. */
  until: number | null;
}

export const MEMBERSHIP_SOURCES = [
  'creator',
  'invitation',
  'domain',
  'connection',
  'provisioning',
  'superadmin',
  'import',
] as const;

interface MembershipTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** JSON: names of roles, at least one. */
  roles: string;
  /** Whether they include `owner`. */
  is_owner: number;
  source: (typeof MEMBERSHIP_SOURCES)[number];
  /** 1 if the organization can require a connection whatever the email is, because it was in a domain, or came by one. */
  bound: Generated<number>;
  /** The hash of the last proven email in a domain of the organization, as `removed_emails` has it, that the account has left. */
  former_email_hash: Generated<string | null>;
  /** The organization's version when the membership last changed. */
  version: number;
  created_at: number;
  last_active_at: number | null;
}

/** A slug of an organization that was removed. */
interface FreedSlugTable {
  slug: string;
  /** Nobody can take it before. */
  until: number;
}

/** An account that somebody has removed from an organization, or that has left it. */
interface RemovedMemberTable {
  organization_id: number;
  account_id: number;
  /** 1 if it has left itself. */
  has_left: Generated<number>;
}

/** The proven email of somebody who was removed, which outlasts the account. */
interface RemovedEmailTable {
  organization_id: number;
  /** SHA-256 of the email's key, as base64url. */
  email_hash: string;
}

interface OrganizationRoleTable {
  organization_id: number;
  name: string;
  description: string;
  /** JSON: names of permissions. */
  permissions: string;
  created_at: number;
  updated_at: number;
}

export const DOMAIN_STATES = ['pending', 'verified', 'lost'] as const;

/**
 * Who may join with an email of a verified domain: nobody, people who ask, everybody at once, or only people who sign in
 * by its connection.
 */
export const DOMAIN_JOINING = ['none', 'suggest', 'join', 'require'] as const;

/** A domain of emails that an organization has claimed. */
interface OrganizationDomainTable {
  id: Generated<number>;
  organization_id: number;
  /** Lower-case ASCII. Several organizations may claim it; at most one has it verified. */
  domain: string;
  status: (typeof DOMAIN_STATES)[number];
  joining: (typeof DOMAIN_JOINING)[number];
  /** What the record in DNS must contain. */
  token: string;
  /** The number of consecutive look-ups that did not find the record. */
  failures: number;
  created_at: number;
  verified_at: number | null;
  checked_at: number | null;
  /** The time of the next check; null for a domain that is not verified, or that a superadmin vouches for. */
  due_at: number | null;
}

export const CONNECTION_KINDS = ['oidc', 'saml'] as const;
export const CONNECTION_STATES = ['draft', 'active', 'disabled'] as const;

/** The identity provider of an organization. */
interface ConnectionTable {
  id: Generated<number>;
  /** `con_…`, which the API shows as its id. */
  uid: string;
  organization_id: number;
  kind: (typeof CONNECTION_KINDS)[number];
  name: string;
  status: (typeof CONNECTION_STATES)[number];
  /** Whether its sign-ins count as two factors. */
  trust_factors: number;
  /** JSON: the roles of each group. */
  mapping: string;
  /** Whether roles follow the groups at each sign-in, and not only at the first. */
  keep_roles: number;
  /** JSON: the configuration of its kind, without secrets. */
  config: string;
  /** Encrypted: the secret of its kind. */
  sealed_secret: string;
  /** JSON: the permissions of the members for whom it may act; null: all. */
  trust: Generated<string | null>;
  /** The account that vouches for it: only what this account may do now is trusted. Null: a key or the host. */
  vouched_by: Generated<number | null>;
  /** The API key that vouches for it until it is revoked; null: an account or the host. */
  vouched_key: Generated<number | null>;
  /** JSON: who answers for what revoked SCIM tokens have stored, with their bounds; null: nobody needs to. */
  former_vouchers: Generated<string | null>;
  /** When the owners were last told that nobody answers for its full trust; null: not since somebody has vouched. */
  trust_lost_at: Generated<number | null>;
  /** The account whose undo has ended that; null: none since somebody vouched. */
  voided_by: Generated<number | null>;
  /** When that account, key or host last vouched for it. */
  vouched_at: Generated<number | null>;
  /** When somebody last chose its provider: by its issuer, address, certificates or secret, or by turning it on. */
  provider_changed_at: Generated<number | null>;
  /** The account or the API key that chose it; neither: the host. */
  provider_changed_by: Generated<number | null>;
  provider_changed_key: Generated<number | null>;
  /** When somebody last trusted it for more than before; null: never. Earlier identities need the email again. */
  trust_widened_at: Generated<number | null>;
  /** Whether members still need it although an undo has turned it off: until somebody saves its status. */
  still_required: Generated<number>;
  /** When the last certificate of the provider expires; null without certificates. */
  certificate_ends_at: number | null;
  /** When the owners got a mail about that; null: not yet. */
  certificate_told_at: number | null;
  /** When the metadata is fetched again; null: it has no address. */
  metadata_due_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A token with which the identity provider of a connection provisions accounts (SCIM). A revoked one has no row. */
interface ScimTokenTable {
  id: Generated<number>;
  /** `sct_…`, which the API shows as its id. */
  uid: string;
  connection_id: number;
  /** Its first characters, by which people recognize it. */
  hint: string;
  token_hash: string;
  /** The account that made it, and may give only what it holds now; null: a key or the host. */
  vouched_by: Generated<number | null>;
  /** The same for an API key. */
  vouched_key: Generated<number | null>;
  /** What could be given when it was made, as in `connections`; null: everything. */
  trust: Generated<string | null>;
  created_at: number;
  /** To the minute; null: never. */
  last_used_at: number | null;
}

/** A link with which the administrator of a customer sets up single sign-on. */
interface PortalTable {
  id: Generated<number>;
  /** `por_…`, which the API shows as its id. */
  uid: string;
  organization_id: number;
  token_hash: string;
  /** JSON: the sections that it opens. */
  sections: string;
  /** The account of the owner or superadmin; null for a key and the host. */
  created_by: number | null;
  /** The API key; null for an account and the host. */
  created_key: Generated<number | null>;
  created_at: number;
  expires_at: number;
}

/** A sign-in by a connection that begins no session. */
interface ConnectionTestTable {
  id: Generated<number>;
  /** `tst_…`, which the API shows as its id. */
  uid: string;
  connection_id: number;
  /** Encrypted JSON: the result, with data about a person; null until a browser returns. */
  sealed_outcome: string | null;
  expires_at: number;
}

/** A person whom a connection has provisioned. */
interface ScimUserTable {
  id: Generated<number>;
  /** The account's; the protocol shows it as `id`. */
  uid: string;
  connection_id: number;
  account_id: number;
  user_name_key: string;
  /** The provider's name for the person, which is not a key outside this connection. */
  external_id: string | null;
  /** Whether the provider reports that the person is a member. */
  active: number;
  /** Whether the connection opened the account. */
  opened: number;
  /** JSON: the resource as the provider wrote it. */
  resource: string;
  version: number;
  created_at: number;
  updated_at: number;
  /** Of a deleted person, only the account and the connection are kept. */
  deleted_at: number | null;
}

/** A group of people whom a connection has provisioned. */
interface ScimGroupTable {
  id: Generated<number>;
  uid: string;
  connection_id: number;
  display_name: string;
  display_name_key: string;
  external_id: string | null;
  version: number;
  created_at: number;
  updated_at: number;
}

interface ScimGroupMemberTable {
  group_id: number;
  user_id: number;
}

/** A request of the provider of a connection, so that its administrators can see the outcome. */
interface ScimRequestTable {
  id: Generated<number>;
  connection_id: number;
  method: string;
  /** Below the routes of the connection, with the query. */
  path: string;
  status: number;
  /** The body, without secrets and shortened; null for none. */
  request: string | null;
  /** The answer, shortened; null for none. */
  response: string | null;
  /** JSON: the types of the events that it caused. */
  done: string;
  created_at: number;
}

interface MigrationTable {
  name: string;
  applied_at: number;
}

export type AccountRow = Omit<Selectable<AccountTable>, 'name_key'>;
export type NewAccount = Omit<Insertable<AccountTable>, 'name_key'>;
export type AccountChanges = Omit<Updateable<AccountTable>, 'name_key'>;
export type SessionRow = Selectable<SessionTable>;
export type ChallengeRow = Selectable<ChallengeTable>;
export type TotpRow = Selectable<TotpTable>;
export type PictureRow = Selectable<PictureTable>;
export type PasskeyRow = Selectable<PasskeyTable>;
export type NewPasskey = Insertable<PasskeyTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type MailRow = Selectable<MailQueueTable>;
export type EventRow = Selectable<EventTable>;
export type NewEvent = Omit<EventRow, 'id' | 'position'>;
export type ProviderLinkRow = Selectable<ProviderLinkTable>;
export type NewProviderLink = Insertable<ProviderLinkTable>;
export type ExchangeRow = Selectable<ExchangeTable>;
export type ProviderFlowRow = Selectable<ProviderFlowTable>;
export type NewProviderFlow = Insertable<ProviderFlowTable>;
export type WebhookRow = Selectable<WebhookTable>;
export type NewWebhook = Insertable<WebhookTable>;
export type WebhookChanges = Updateable<WebhookTable>;
export type OrganizationInvitationRow = Selectable<OrganizationInvitationTable>;
export type NewOrganizationInvitation = Insertable<OrganizationInvitationTable>;
export type InvitationRow = Selectable<InvitationTable>;
export type NewInvitation = Insertable<InvitationTable>;
export type ApiKeyRow = Selectable<ApiKeyTable>;
export type NewApiKey = Insertable<ApiKeyTable>;
export type EmailChangeRow = Selectable<EmailChangeTable>;
export type NewEmailChange = Insertable<EmailChangeTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
export type ApplicationRow = Selectable<ApplicationTable>;
export type NewApplication = Insertable<ApplicationTable>;
export type ApplicationChanges = Updateable<ApplicationTable>;
export type ApplicationSecretRow = Selectable<ApplicationSecretTable>;
export type OAuthRequestRow = Selectable<OAuthRequestTable>;
export type GrantRow = Selectable<OAuthGrantTable>;
export type NewGrant = Insertable<OAuthGrantTable>;
export type ConsentRow = Selectable<OAuthConsentTable>;
export type DeviceRow = Selectable<OAuthDeviceTable>;
export type OAuthKeyRow = Selectable<OAuthKeyTable>;
export type LogoutRow = Selectable<OAuthLogoutTable>;
export type OrganizationRow = Selectable<OrganizationTable>;
export type NewOrganization = Insertable<OrganizationTable>;
export type OrganizationChanges = Updateable<OrganizationTable>;
export type MembershipRow = Selectable<MembershipTable>;
export type NewMembership = Insertable<MembershipTable>;
export type OrganizationDomainRow = Selectable<OrganizationDomainTable>;
export type NewOrganizationDomain = Insertable<OrganizationDomainTable>;
export type OrganizationDomainChanges = Partial<
  Pick<OrganizationDomainRow, 'status' | 'joining' | 'failures' | 'verified_at' | 'checked_at' | 'due_at'>
>;
export type ConnectionRow = Selectable<ConnectionTable>;
export type NewConnection = Insertable<ConnectionTable>;
export type ConnectionChanges = Updateable<ConnectionTable>;
export type ScimTokenRow = Selectable<ScimTokenTable>;
export type NewScimToken = Insertable<ScimTokenTable>;
export type PortalRow = Selectable<PortalTable>;
export type NewPortal = Insertable<PortalTable>;
export type ConnectionTestRow = Selectable<ConnectionTestTable>;
export type NewConnectionTest = Omit<Insertable<ConnectionTestTable>, 'sealed_outcome'>;
export type ScimUserRow = Selectable<ScimUserTable>;
export type NewScimUser = Insertable<ScimUserTable>;
export type ScimUserChanges = Updateable<ScimUserTable>;
export type ScimGroupRow = Selectable<ScimGroupTable>;
export type NewScimGroup = Insertable<ScimGroupTable>;
export type ScimRequestRow = Selectable<ScimRequestTable>;
export type NewScimRequest = Insertable<ScimRequestTable>;
export type ScimGroupChanges = Updateable<ScimGroupTable>;
export type OrganizationRoleRow = Selectable<OrganizationRoleTable>;
