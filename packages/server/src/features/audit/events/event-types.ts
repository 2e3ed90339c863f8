import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { describedAs } from '../../../lib/documented.ts';
import { EventAccountSchema } from '../serializers/account.ts';
import { EventConnectionSchema } from '../serializers/connection.ts';
import { EventOrganizationSchema } from '../serializers/organization.ts';
import { SessionSchema } from '../serializers/session.ts';
import { nullable, Timestamp } from '../serializers/shapes.ts';
import { DOMAIN_JOINING, MEMBERSHIP_SOURCES } from '../../../store/engine/schema.ts';

/**
 * The closed list of the events that the audit log stores and other systems receive. Receivers rely on it: a type is
 * never renamed or removed, and fields are only added.
 */

/**
 * Audit events are kept long. Activity has its own retention, because anonymous requests can cause any number of
 * events.
 */
export type EventClass = 'audit' | 'activity';

interface TypeOfEvent {
  class: EventClass;
  /** One sentence for the documentation. */
  about: string;
  /** The fields of `data`, apart from those of {@link ORIGIN_FIELDS}. */
  data: Record<string, TSchema>;
  /** For acts that an account can repeat without limit; its data has {@link shares}. */
  sharing?: Sharing;
}

/** How the events of a type about one account share rows. */
export interface Sharing {
  /** The number of events of a day that have rows of their own. */
  own: number;
  /** The fields in which events that share a row are equal. */
  by: readonly string[];
}

const ACTOR_TYPES = ['account', 'superadmin', 'key', 'connection', 'portal', 'operator', 'service'] as const;

/** Who did it. */
export const ActorSchema = Type.Object({
  type: Type.Unsafe<(typeof ACTOR_TYPES)[number]>({ type: 'string', enum: [...ACTOR_TYPES] }),
  id: Type.Unsafe<number | string | null>({
    type: ['integer', 'string', 'null'],
    description:
      'The id of the account or the key, `con_…` of a connection, or `por_…` of a portal; null for operators and the service',
  }),
  name: nullable(Type.String()),
});

/** Where the request came from. */
export const ClientSchema = Type.Object({ ip_address: Type.String(), user_agent: Type.String() });

/** The fields that the data of every event has. */
export const ORIGIN_FIELDS = {
  actor: Type.Unsafe<Static<typeof ActorSchema> | null>({
    anyOf: [ActorSchema, { type: 'null' }],
    description: 'Who did it; null for an anonymous request',
  }),
  client: Type.Unsafe<Static<typeof ClientSchema> | null>({
    anyOf: [ClientSchema, { type: 'null' }],
    description: 'Where the request came from; null without a request',
  }),
  request_id: nullable(Type.String({ description: 'As in X-Request-Id, and in the log' })),
  through: Type.Optional(
    Type.Object(
      { client_id: Type.String(), name: Type.String() },
      { description: 'The application that acted for the actor, if one did' },
    ),
  ),
  acting_for: Type.Optional(
    Type.Object(
      { id: Type.Integer(), name: Type.String() },
      { description: 'The account for which a superadmin acted; only in impersonations' },
    ),
  ),
};

const account = { account: EventAccountSchema };
const knownAccount = {
  account: Type.Unsafe<Static<typeof EventAccountSchema> | null>({
    anyOf: [EventAccountSchema, { type: 'null' }],
    description: 'Null if the identifier belongs to no account. Events never contain the typed identifier',
  }),
};
const session = { session: SessionSchema };
const change = {
  changed: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The new values by field. Secrets are `***`. `…` stands for what is cut: values of an account that are larger than 1 KiB together, and what makes an event larger than 8 kB',
  }),
  previous: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The previous values of the same fields',
  }),
};
const impersonator = {
  impersonator: Type.Object(
    { id: Type.Integer(), uid: Type.String(), name: Type.String() },
    { description: 'The superadmin who acts' },
  ),
};
const link = {
  link: Type.Object({
    id: Type.Integer(),
    provider: Type.String({ description: 'The configured name' }),
    created_at: Timestamp,
  }),
};
const FACTORS = ['totp', 'passkey', 'recovery_codes'] as const;
const factor = {
  factor: Type.Object({
    type: Type.Unsafe<(typeof FACTORS)[number]>({ type: 'string', enum: [...FACTORS] }),
    id: nullable(Type.Integer({ description: "A passkey's" })),
    name: nullable(Type.String({ description: "A passkey's" })),
  }),
};
const count = { count: Type.Integer({ description: 'The number' }) };
const repeats = {
  count: Type.Integer({
    description:
      'Number of attempts within the minute: repeated attempts from one address are one event, which is delivered at the first attempt',
  }),
};
const shares = {
  count: Type.Optional(
    Type.Integer({
      description:
        'Only after many such events of the account in a day. Then those of a minute, from one address, are one event, which is delivered at the first of them',
    }),
  ),
};
const key = {
  key: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    scopes: Type.Array(Type.String({ examples: ['accounts:read'] })),
  }),
};
const invitation = {
  invitation: Type.Object({ id: Type.Integer(), email: Type.String(), role: Type.String() }),
};

const application = {
  application: Type.Object({
    client_id: Type.String({ examples: ['app_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
    name: Type.String({ examples: ['Orders'] }),
    type: Type.String({ description: '`web`, `browser`, `native` or `machine`', examples: ['web'] }),
    source: Type.String({
      description: '`created`, `registered` or `metadata_document`',
      examples: ['created'],
    }),
  }),
};
const applicationSecret = {
  secret: Type.Object({ id: Type.Integer(), hint: Type.String({ examples: ['kw_app_00P7TM'] }) }),
};
const grant = {
  grant: Type.Object({
    id: Type.String({ description: 'The id by which tokens name it', examples: ['c3F1YXJlLXJvb3QtMjU2Yg'] }),
    scopes: Type.Array(Type.String({ examples: ['openid'] })),
    resources: Type.Array(Type.String({ examples: ['https://api.example.com'] })),
    offline: Type.Boolean({ description: 'Whether it outlives its session' }),
  }),
};

const organization = { organization: EventOrganizationSchema };
const connection = { connection: EventConnectionSchema };
const scimToken = {
  token: Type.Object({
    id: Type.String({ examples: ['sct_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
    hint: Type.String({ description: 'Its beginning', examples: ['kw_scim_00P7TM'] }),
  }),
};
const portal = {
  portal: Type.Object({
    id: Type.String({ examples: ['por_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
    sections: Type.Array(Type.String({ examples: ['connections'] })),
    expires_at: Timestamp,
  }),
};
const organizationInvitation = {
  invitation: Type.Object({
    id: Type.String({ examples: ['inv_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    roles: Type.Array(Type.String({ examples: ['member'] })),
  }),
};
const organizationDomain = {
  domain: Type.String({ examples: ['example.org'] }),
  joining: oneOf(DOMAIN_JOINING, 'Who may join by an email of it'),
};
const roles = {
  roles: Type.Array(Type.String({ examples: ['member'] }), { description: 'Of the member' }),
};
const role = {
  role: Type.Object({
    name: Type.String({ examples: ['billing'] }),
    description: Type.String({ examples: ['Pays'] }),
    permissions: Type.Array(Type.String({ examples: ['invoices:write'] })),
  }),
};

function oneOf<const Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}

const FIRST_FACTORS = ['password', 'code', 'provider', 'connection'] as const;
export const SIGN_IN_METHODS = [...FIRST_FACTORS, 'passkey'] as const;
export const ACCOUNT_METHODS = [...FIRST_FACTORS, 'invitation', 'superadmin', 'operator', 'set_up'] as const;
export const SESSION_ENDS = [
  'logout',
  'logout_all',
  'revoked',
  'password_changed',
  'password_reset',
  'suspended',
  'deleted',
  'refresh_reused',
  'limit',
  'factors_reset',
] as const;
export const GRANT_ENDS = [
  'owner',
  'client',
  'application_disabled',
  'code_reused',
  'refresh_reused',
  'suspended',
  'password_reset',
  'password_changed',
  'proof',
  'deleted',
  'revoked',
  'limit',
] as const;
/** Why a grant ended before it expired. */
export type GrantEnd = (typeof GRANT_ENDS)[number];

/** Why a session ended before it expired. */
export type SessionEnd = (typeof SESSION_ENDS)[number];

const triedMethod = { method: Type.String({ description: 'What was tried' }) };
const method = { method: oneOf(SIGN_IN_METHODS, 'How the person proved who they are') };

export const EVENT_TYPES = {
  'account.created': {
    class: 'audit',
    about: 'An account was created.',
    data: { ...account, method: oneOf(ACCOUNT_METHODS, 'How the account was created') },
  },
  'account.updated': {
    class: 'audit',
    about: 'The profile of an account changed.',
    data: { ...account, ...change },
  },
  'account.deleted': {
    class: 'audit',
    about: 'An account was deleted; the event shows its last state.',
    data: account,
  },
  'account.status_changed': {
    class: 'audit',
    about: 'An account was suspended, reactivated, or got another status.',
    data: { ...account, ...change },
  },
  'account.role_changed': {
    class: 'audit',
    about: 'An account got another role.',
    data: { ...account, ...change },
  },
  'account.email_verified': {
    class: 'audit',
    about: 'The owner proved the mailbox, or a superadmin marked it as verified.',
    data: { ...account, ...change },
  },
  'account.email_changed': {
    class: 'audit',
    about: 'An account got another email.',
    data: { ...account, ...change },
  },
  'account.password_changed': {
    class: 'audit',
    about: 'The password of an account was changed or removed.',
    data: {
      ...account,
      reason: oneOf(
        ['changed', 'reset', 'assigned', 'dropped'],
        'By the owner, with a mailed code, by a superadmin or an operator, or dropped by the first proof of the mailbox',
      ),
    },
  },
  'provider.linked': { class: 'audit', about: 'A provider was linked.', data: { ...account, ...link } },
  'provider.unlinked': {
    class: 'audit',
    about: 'A provider link was removed.',
    data: { ...account, ...link },
  },
  'factor.added': {
    class: 'audit',
    about: 'A second factor was added, or got new recovery codes.',
    data: { ...account, ...factor },
  },
  'factor.removed': {
    class: 'audit',
    about: 'A second factor was removed.',
    data: { ...account, ...factor },
  },
  'factor.locked': {
    class: 'audit',
    about:
      'Ten wrong codes within a day locked the authenticator app of an account, until a passkey, a recovery code or a reset of the password.',
    data: { ...account, ...factor },
  },
  'factor.reset': {
    class: 'audit',
    about:
      'All factors of an account were removed: by a superadmin, by an operator, or at the first proof of the mailbox.',
    data: account,
  },
  'session.refresh_reused': {
    class: 'audit',
    about:
      'A replaced refresh token was used again. Somebody else may have a copy, so the session was ended.',
    data: { ...account, ...session },
  },
  'sessions.ended_by_superadmin': {
    class: 'audit',
    about:
      'All sessions were ended at once. Receivers should end every session that began before the given time.',
    data: {
      all_before: Timestamp,
      reason: oneOf(['cleared', 'signing_key_replaced'], 'What ended them'),
    },
  },
  'codes.removed': {
    class: 'audit',
    about: 'A superadmin removed mailed codes.',
    data: { ...count, which: oneOf(['one', 'expired', 'all'], 'Which ones') },
  },
  'codes.restricted': {
    class: 'audit',
    about:
      'The wrong mailed codes of all accounts exceeded the limit. Until the given time, only the browser that asked for a code may try it.',
    data: { limit: Type.Integer({ description: 'The maximum number' }), until: Timestamp },
  },
  'settings.changed': {
    class: 'audit',
    about: 'The settings of a section changed.',
    data: { section: Type.String({ description: 'Its name, as in `{prefix}/config/{section}`' }), ...change },
  },
  'log.changed': {
    class: 'audit',
    about: 'A superadmin reset, copied or deleted a log.',
    data: {
      log: Type.String({ description: '`app`, `server`, or the name of a copy' }),
      action: oneOf(['reset', 'snapshot', 'delete'], 'What was done'),
    },
  },
  'accounts.imported': {
    class: 'audit',
    about: 'An operator imported accounts. Each account that it changed has events of its own.',
    data: {
      source: Type.String({ description: 'The product that they come from' }),
      created: Type.Integer({ description: 'New accounts' }),
      updated: Type.Integer({ description: 'Existing accounts that were updated from a record' }),
      skipped: Type.Integer({ description: 'Records whose email had an account, which stayed as it was' }),
      refused: Type.Integer({ description: 'Records that could not become an account' }),
      superadmins: Type.Integer({ description: 'The number of superadmins among them' }),
    },
  },
  'accounts.exported': {
    class: 'audit',
    about: 'An operator began an export of the accounts.',
    data: { count: Type.Integer({ description: 'The number of accounts' }) },
  },
  'webhook.changed': {
    class: 'audit',
    about:
      'A webhook was created, changed, disabled or deleted, got a new secret, or received earlier events again.',
    data: {
      webhook: Type.Object({
        id: Type.String({ description: '`whk_…`', examples: ['whk_9Zr0Lk3vQ7xUe5TnBcW1pA'] }),
        url: Type.String({ examples: ['https://shop.example.org/keyward'] }),
        description: Type.String(),
      }),
      action: oneOf(['created', 'updated', 'disabled', 'deleted', 'secret', 'replayed'], 'What was done'),
      ...change,
    },
  },
  'key.created': { class: 'audit', about: 'An API key was made.', data: key },
  'key.revoked': { class: 'audit', about: 'An API key was revoked.', data: key },
  'application.created': { class: 'audit', about: 'An application was added.', data: application },
  'application.updated': {
    class: 'audit',
    about: 'An application was changed.',
    data: { ...application, ...change },
  },
  'application.deleted': {
    class: 'audit',
    about: 'An application was deleted, with all that it was given.',
    data: application,
  },
  'application.secret_added': {
    class: 'audit',
    about: 'An application got another secret.',
    data: { ...application, ...applicationSecret },
  },
  'application.secret_removed': {
    class: 'audit',
    about: 'A secret of an application was removed.',
    data: { ...application, ...applicationSecret },
  },
  'grant.created': {
    class: 'activity',
    about: 'An application got tokens for an account.',
    data: { ...account, ...application, ...grant },
  },
  'grant.revoked': {
    class: 'audit',
    about:
      'The access of an application to an account ended. When a session ends, its own event reports the end of its grants',
    data: { ...account, ...application, ...grant, reason: oneOf(GRANT_ENDS, 'Why') },
  },
  'grant.code_reused': {
    class: 'audit',
    about: 'A code was exchanged a second time, so the tokens of the first exchange ended.',
    data: { ...account, ...application, ...grant },
  },
  'grant.refresh_reused': {
    class: 'audit',
    about: 'A replaced refresh token was used again, so the grant ended: somebody may hold a copy.',
    data: { ...account, ...application, ...grant },
  },
  'oauth.key_rotated': {
    class: 'audit',
    about: 'The keys that sign tokens for applications were replaced.',
    data: {
      keys: Type.Array(
        Type.Object({
          kid: Type.String({ examples: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'] }),
          algorithm: Type.String({ examples: ['RS256'] }),
        }),
        {
          description: 'The new ones',
        },
      ),
      trusted_until: Type.String({
        description: 'When tokens of the replaced keys stop being valid',
        examples: ['2026-03-01T09:30:00.000'],
      }),
    },
  },
  'invitation.created': {
    class: 'audit',
    about: 'Somebody was invited, or invited again.',
    data: invitation,
  },
  'invitation.accepted': {
    class: 'audit',
    about: 'An invitation was accepted, and its account was opened.',
    data: { ...account, ...invitation },
  },
  'invitation.revoked': {
    class: 'audit',
    about: 'An invitation was revoked.',
    data: invitation,
  },
  'organization.created': { class: 'audit', about: 'An organization was created.', data: organization },
  'organization.updated': {
    class: 'audit',
    about: 'An organization was changed.',
    data: { ...organization, ...change },
  },
  'organization.suspended': {
    class: 'audit',
    about: 'An organization was suspended: its members can only read and leave it.',
    data: organization,
  },
  'organization.activated': {
    class: 'audit',
    about: 'A suspended organization was activated again.',
    data: organization,
  },
  'organization.deleted': {
    class: 'audit',
    about:
      'An organization was deleted. It can be restored for some days, unless its last member was deleted.',
    data: organization,
  },
  'organization.restored': {
    class: 'audit',
    about: 'A deleted organization was restored.',
    data: organization,
  },
  'organization.invitation_created': {
    class: 'audit',
    about:
      'Somebody was invited to join an organization, or invited again. `member.added` tells that they joined.',
    data: { ...organization, ...organizationInvitation },
  },
  'organization.invitation_revoked': {
    class: 'audit',
    about: 'An invitation to join an organization was revoked.',
    data: { ...organization, ...organizationInvitation },
  },
  'organization.domain_verified': {
    class: 'audit',
    about: 'An organization verified a domain, or a superadmin vouched for it.',
    data: { ...organization, ...organizationDomain },
  },
  'organization.domain_lost': {
    class: 'audit',
    about: 'A domain of an organization no longer counts: it was removed, or DNS no longer has its record.',
    data: { ...organization, ...organizationDomain },
  },
  'member.added': {
    class: 'audit',
    about: 'An account became a member of an organization.',
    data: {
      ...organization,
      ...account,
      ...roles,
      source: oneOf(MEMBERSHIP_SOURCES, 'How the account became a member'),
    },
  },
  'member.updated': {
    class: 'audit',
    about: 'A member of an organization got other roles.',
    data: { ...organization, ...account, ...change },
  },
  'member.removed': {
    class: 'audit',
    about: 'An account is no longer a member of an organization.',
    data: {
      ...organization,
      ...account,
      ...roles,
      reason: oneOf(['left', 'removed', 'deleted'], 'By itself, by somebody else, or with the account'),
    },
  },
  'role.created': {
    class: 'audit',
    about: 'An organization defined a role of its own.',
    data: { ...organization, ...role },
  },
  'role.updated': {
    class: 'audit',
    about: 'An organization changed a role of its own.',
    data: { ...organization, ...role, ...change },
  },
  'role.deleted': {
    class: 'audit',
    about: 'An organization deleted a role of its own.',
    data: { ...organization, ...role },
  },
  'connection.created': {
    class: 'audit',
    about: 'An organization connected an identity provider.',
    data: { ...organization, ...connection },
  },
  'connection.updated': {
    class: 'audit',
    about:
      'A connection was changed, turned on or turned off. A new secret shows as `***`. Without `changed` fields, somebody else answers for it.',
    data: { ...organization, ...connection, ...change },
  },
  'connection.deleted': {
    class: 'audit',
    about: 'A connection was deleted: nobody can sign in with it any more.',
    data: { ...organization, ...connection },
  },
  'connection.token_created': {
    class: 'audit',
    about: 'A connection got a token with which its provider provisions accounts.',
    data: { ...organization, ...connection, ...scimToken },
  },
  'connection.token_revoked': {
    class: 'audit',
    about: 'A provisioning token of a connection was revoked.',
    data: { ...organization, ...connection, ...scimToken },
  },
  'connection.certificate_expiring': {
    class: 'audit',
    about: 'The last certificate of the provider of a connection expires within 30 days.',
    data: { ...organization, ...connection, expires_at: Timestamp },
  },
  'connection.trust_lost': {
    class: 'audit',
    about:
      'The person or API key that vouched for a connection has lost rights for that, or an undo has ended what they chose: it signs in nobody with more rights, or is off, until an owner or a superadmin saves it.',
    data: { ...organization, ...connection },
  },
  'connection.break_glass_used': {
    class: 'audit',
    about: 'An owner signed in another way, although a domain of the organization requires its connection.',
    data: { ...organization, ...connection, ...account, ...method, ...shares },
    sharing: { own: 100, by: ['method'] },
  },
  'portal.created': {
    class: 'audit',
    about: 'Somebody made a link with which the administrator of a customer sets up single sign-on.',
    data: { ...organization, ...portal },
  },
  'portal.ended': {
    class: 'audit',
    about:
      'The link to a portal was ended before it expired: by its administrator, who had finished, or by somebody else.',
    data: { ...organization, ...portal },
  },
  'account.unlocked': {
    class: 'audit',
    about: 'A superadmin unlocked an account: its failed sign-ins no longer count.',
    data: account,
  },
  'account.deletion_requested': {
    class: 'audit',
    about:
      'An owner asked to delete the account. It is kept until the given time, and stays if they sign in before.',
    data: { ...account, deletion_at: Timestamp },
  },
  'account.deletion_cancelled': {
    class: 'audit',
    about:
      'An account that waited for its deletion stays: its owner signed in or undid what a thief did, or nobody else can manage an organization or the service.',
    data: account,
  },
  'account.exported': {
    class: 'audit',
    about: 'An owner exported all data about the account.',
    data: account,
  },
  'superadmin.reset': {
    class: 'audit',
    about: 'An operator gave an account a new password and made it a superadmin.',
    data: { ...account, ...change },
  },
  'session.started': {
    class: 'activity',
    about: 'Somebody signed in or signed up.',
    data: {
      ...account,
      ...session,
      ...method,
      via: nullable(
        Type.String({
          description:
            'For `provider`, its configured name at that time; for `code`, `link` if it came in a mailed link; otherwise null',
          examples: ['google'],
        }),
      ),
      ...shares,
    },
    sharing: { own: 100, by: ['method', 'via'] },
  },
  'impersonation.started': {
    class: 'audit',
    about: 'A superadmin began to act for the owner of an account.',
    data: { ...account, ...session, ...impersonator, reason: Type.String({ description: 'In their words' }) },
  },
  'impersonation.ended': {
    class: 'audit',
    about:
      'A superadmin ended the session of an impersonation, or something else ended it before it expired.',
    data: { ...session, ...impersonator },
  },
  'session.ended': {
    class: 'activity',
    about: 'A session ended before it expired.',
    data: {
      ...session,
      reason: oneOf(SESSION_ENDS, 'Why'),
      ...shares,
      sessions: Type.Optional(
        Type.Array(Type.Integer(), { description: 'With `count`, if one act ended several: the ids of all' }),
      ),
    },
    // More than the starts: services that follow it need each session.
    sharing: { own: 1_000, by: ['reason'] },
  },
  'login.failed': {
    class: 'activity',
    about: 'A sign-in or a code was refused.',
    data: {
      ...knownAccount,
      ...triedMethod,
      reason: Type.String({
        description: 'The `error_code` of the answer; `passkey_copied` if the counter of a passkey decreased',
      }),
      ...repeats,
    },
  },
  'login.locked_out': {
    class: 'activity',
    about: 'A sign-in was refused because of too many failures.',
    data: { ...knownAccount, ...triedMethod, ...repeats },
  },
  'code.sent': {
    class: 'activity',
    about: 'A code was mailed.',
    data: {
      ...knownAccount,
      email: Type.String({ description: 'The mailbox' }),
      purpose: Type.String({ description: 'What the code is for: `login`, `signup`, `verify`, `reset`' }),
    },
  },
  'recovery_code.used': {
    class: 'activity',
    about: 'A recovery code was used.',
    data: { ...account, left: Type.Integer({ description: 'How many are left' }) },
  },
} as const satisfies Record<string, TypeOfEvent>;

export type EventType = keyof typeof EVENT_TYPES;

/** The data of an event of a type, apart from its actor and its origin. */
export type EventData<T extends EventType> = Static<TObject<(typeof EVENT_TYPES)[T]['data']>>;

/** How a person proved their identity. */
export type SignInMethod = EventData<'session.started'>['method'];

/** An event as the feed, webhooks and listeners receive it. */
export interface EventBody<T extends EventType = EventType> {
  /** `evt_…`; the same in every delivery of the event. */
  id: string;
  type: T;
  /** RFC 3339, in UTC with a `Z`. */
  timestamp: string;
  data: EventData<T> & Origin;
}

/** An event of any type; `type` tells which one it is. */
export type KeywardEvent = { [T in EventType]: EventBody<T> }[EventType];

/** Who did it and from where, as events show it. */
export type Origin = {
  actor: Static<typeof ActorSchema> | null;
  client: Static<typeof ClientSchema> | null;
  request_id: string | null;
  through?: { client_id: string; name: string };
  acting_for?: { id: number; name: string };
};

export function isEventType(name: string): name is EventType {
  return Object.hasOwn(EVENT_TYPES, name);
}

export function classOf(type: EventType): EventClass {
  return EVENT_TYPES[type].class;
}

/** Null for a type whose events never share rows. */
export function sharingOf(type: EventType): Sharing | null {
  const { sharing }: TypeOfEvent = EVENT_TYPES[type];
  return sharing ?? null;
}

/**
 * The types that patterns match: a single type, or a group such as `account.*`.
 * @returns null if a pattern matches none
 */
export function matchingTypes(patterns: readonly string[]): readonly EventType[] | null {
  const all = Object.keys(EVENT_TYPES).filter(isEventType);
  const chosen = patterns.map((pattern) =>
    all.filter((type) => (pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern)),
  );
  return chosen.some((types) => types.length === 0) ? null : [...new Set(chosen.flat())];
}

const TYPES = Object.keys(EVENT_TYPES);
/** `a.b.c` is in `a.*` and in `a.b.*`. */
const GROUPS = new Set(
  TYPES.flatMap((type) => [...type.matchAll(/\./g)].map(({ index }) => `${type.slice(0, index)}.*`)),
);

/** A pattern that {@link matchingTypes} knows. A description, not a check: a refusal suggests similar types. */
export const EventTypeNameSchema = Type.Enum([...TYPES, ...GROUPS], {
  description: 'A type of event, or the beginning of types',
});
export const EventTypePattern = describedAs(Type.String({ maxLength: 100 }), EventTypeNameSchema);

/** The schema of a type's event, for the description of the API. */
export function eventSchema(type: EventType) {
  return Type.Object(
    {
      id: Type.String({ examples: ['evt_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
      type: Type.Literal(type),
      timestamp: Type.String({ format: 'date-time' }),
      data: Type.Object({ ...EVENT_TYPES[type].data, ...ORIGIN_FIELDS }),
    },
    { description: EVENT_TYPES[type].about },
  );
}
