import { Type } from 'typebox';
import { AccountSchema, presentAccount } from '../../features/audit/serializers/account.ts';
import { PasskeySchema, presentPasskey } from '../../features/identity/mfa/passkey-serializer.ts';
import { ListedSessionSchema, presentListedSession } from '../../features/audit/serializers/session.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import type { Services } from '../../services/services.ts';
import { readNames } from '../../features/organizations/roles.ts';
import { timestamp } from '../../lib/clock.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import { ListedLinkSchema, presentListedLink } from '../presenters/link.ts';

/** The data about an account, without its events. */
export const HeldSchema = Type.Object({
  exported_at: Timestamp,
  account: AccountSchema,
  picture: nullable(
    Type.Object(
      {
        type: Type.String({ examples: ['image/webp'] }),
        content: Type.String({ examples: ['UklGRiQAAABXRUJQ'] }),
        created_at: Timestamp,
      },
      {
        description: 'The uploaded picture, in base64',
      },
    ),
  ),
  sessions: Type.Array(ListedSessionSchema),
  provider_links: Type.Array(ListedLinkSchema),
  factors: Type.Object({
    totp: nullable(Type.Object({ created_at: Timestamp, last_used_at: nullable(Timestamp) })),
    passkeys: Type.Array(PasskeySchema),
    recovery_codes_left: Type.Integer(),
  }),
  email_change: nullable(
    Type.Object({ new_email: Type.String(), created_at: Timestamp, expires_at: Timestamp }),
  ),
  codes: Type.Array(
    Type.Object({
      purpose: Type.String(),
      attempts: Type.Integer(),
      created_at: Timestamp,
      expires_at: Timestamp,
      used_at: nullable(Timestamp),
    }),
    { description: 'Mailed codes, without the codes' },
  ),
  invitations: Type.Array(
    Type.Object({
      email: Type.String(),
      name: nullable(Type.String()),
      role: Type.String(),
      created_at: Timestamp,
      expires_at: Timestamp,
      accepted_at: nullable(Timestamp),
    }),
  ),
  organizations: Type.Array(
    Type.Object({
      id: Type.String({ examples: ['org_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
      name: Type.String({ examples: ['Acme'] }),
      roles: Type.Array(Type.String({ examples: ['member'] })),
      source: Type.String({ examples: ['invitation'] }),
      created_at: Timestamp,
    }),
    { description: 'The organizations that the account belongs to' },
  ),
  provisioned: Type.Array(Type.Unknown(), {
    description: 'What identity providers of organizations have written about you (RFC 7643)',
  }),
});

/** More than any account belongs to. */
const MOST_ORGANIZATIONS = 5_000;

async function organizationsOf(services: Services, accountId: number, now: number) {
  if (!services.settings.current.organizations.enabled) return [];
  const { joining } = await services.organizations();
  const all = { page: 1, limit: MOST_ORGANIZATIONS, descending: true, now };
  return (await joining.mine(accountId, all)).rows.map(({ organization, membership }) => ({
    id: organization.uid,
    name: organization.name,
    roles: readNames(membership.roles),
    source: membership.source,
    created_at: timestamp(membership.created_at),
  }));
}

/** Reads all data about an account, without its events. */
export async function heldAbout(services: Services, account: AccountRow) {
  const { store, clock } = services;
  const { id, email_key } = account;
  const isProven = account.email_verified === 1;
  const now = clock.now();
  const page = { page: 1, limit: 100, descending: true, now };
  const [
    sessions,
    links,
    totp,
    passkeys,
    left,
    change,
    codes,
    invitations,
    organizations,
    provisioned,
    picture,
  ] = await Promise.all([
    store.sessions.liveOfAccount(id, now),
    store.providerLinks.ofAccount(id),
    store.totps.find(id),
    store.passkeys.ofAccount(id),
    store.recoveryCodes.count(id),
    store.emailChanges.pendingOf(id, now),
    store.codes.list({ ...page, filter: { email_key }, used: undefined, expired: undefined }),
    store.invitations.list({
      ...page,
      order: 'created_at',
      state: undefined,
      search: null,
      condition: { column: 'email_key', is: email_key },
    }),
    organizationsOf(services, id, now),
    store.scimUsers.ofAccount(id),
    store.pictures.ofAccount(id),
  ]);
  return {
    exported_at: timestamp(now),
    account: presentAccount(account),
    picture: picture && {
      type: picture.type,
      content: picture.content,
      created_at: timestamp(picture.created_at),
    },
    sessions: sessions.map(presentListedSession),
    provider_links: links.map((link) => presentListedLink(services, link)),
    factors: {
      totp:
        totp === null || totp.created_at === null
          ? null
          : { created_at: timestamp(totp.created_at), last_used_at: timeOf(totp.last_used_at) },
      passkeys: passkeys.map(presentPasskey),
      recovery_codes_left: left,
    },
    email_change: change && {
      new_email: change.new_email,
      created_at: timestamp(change.created_at),
      expires_at: timestamp(change.expires_at),
    },
    // Rows of the mailbox: until it is proven, it may belong to another person.
    codes: (isProven ? codes.rows : []).map(({ purpose, attempts, created_at, expires_at, used_at }) => ({
      purpose,
      attempts,
      created_at: timestamp(created_at),
      expires_at: timestamp(expires_at),
      used_at: timeOf(used_at),
    })),
    invitations: (isProven ? invitations.rows : []).map(
      ({ email, name, role, created_at, expires_at, accepted_at }) => ({
        email,
        name,
        role,
        created_at: timestamp(created_at),
        expires_at: timestamp(expires_at),
        accepted_at: timeOf(accepted_at),
      }),
    ),
    organizations,
    provisioned: provisioned.map(({ resource }): unknown => JSON.parse(resource)),
  };
}

function timeOf(at: number | null): string | null {
  return at === null ? null : timestamp(at);
}
