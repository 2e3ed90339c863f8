import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { MAX_DAYS } from '../../features/identity/invitations/invitation-links.ts';
import { readNames } from '../../features/organizations/roles.ts';
import { timestamp } from '../../lib/clock.ts';
import type { OrganizationInvitationRow } from '../../store/engine/schema.ts';
import type { ReceivedInvitation } from '../../store/tables/organization-invitations.ts';
import { BriefOrganizationSchema, OrganizationParams } from './organization.ts';

/** Invitations to join an organization, as inviters and invited people see them. */

const ID = 'inv_4Yb1Qm0cW2nS8tJx6Kd3Vg';
export const InvitationId = Type.String({ pattern: '^inv_[A-Za-z0-9_-]{22}$', examples: [ID] });

export const OrganizationInvitationParams = Type.Object({
  ...OrganizationParams.properties,
  invitation_id: InvitationId,
});

export const ExpiresInDays = Type.Integer({
  minimum: 1,
  maximum: MAX_DAYS,
  description: 'Days until the link ends; default: as the settings say',
  examples: [7],
});

const SHARED = {
  id: Type.String({ examples: [ID] }),
  roles: Type.Array(Type.String({ examples: ['member'] })),
  created_at: Timestamp,
  expires_at: Timestamp,
};

export const OrganizationInvitationSchema = Type.Object({
  ...SHARED,
  email: Type.String({ examples: ['ada@example.org'] }),
  status: Type.Unsafe<'pending' | 'expired'>({ type: 'string', enum: ['pending', 'expired'] }),
  created_by: nullable(Type.Integer({ description: 'The account that invited; null: a key or the host' })),
});

export const ReceivedInvitationSchema = Type.Object({
  ...SHARED,
  organization: BriefOrganizationSchema,
});

function presentShared({ uid: id, roles, created_at, expires_at }: OrganizationInvitationRow) {
  return {
    id,
    roles: readNames(roles),
    created_at: timestamp(created_at),
    expires_at: timestamp(expires_at),
  };
}

/** @param now milliseconds since the epoch */
export function presentInvitation(
  row: OrganizationInvitationRow,
  now: number,
): Static<typeof OrganizationInvitationSchema> {
  const { email, created_by, expires_at } = row;
  return { ...presentShared(row), email, status: expires_at > now ? 'pending' : 'expired', created_by };
}

export function presentReceived(row: ReceivedInvitation): Static<typeof ReceivedInvitationSchema> {
  return {
    ...presentShared(row),
    organization: {
      id: row.organization__uid,
      name: row.organization__name,
      slug: row.organization__slug,
      logo_url: row.organization__logo_url,
    },
  };
}
