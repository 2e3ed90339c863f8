import { type Static, Type } from 'typebox';
import { readMetadata } from '../../features/audit/serializers/account.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { MAX_DAYS } from '../../features/identity/invitations/invitation-links.ts';
import { DEFAULT_DAYS } from '../../features/sign-in/invitation/invitations.ts';
import { timestamp } from '../../lib/clock.ts';
import { INVITATION_STATES, type InvitationState } from '../../store/tables/invitations.ts';
import type { InvitationRow } from '../../store/engine/schema.ts';

/** Invitations as the API shows them, and the fields of a new invitation. */

export const Metadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'For the account: an object of at most 8 KiB of JSON',
  examples: [{ team: 'blue' }],
});

export const AppMetadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'For the account, which its owner cannot change: an object of at most 8 KiB of JSON',
  examples: [{ plan: 'pro' }],
});

export const InvitationToken = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: 200,
  description: 'The token of the mailed link',
});

export const ExpiresInDays = Type.Integer({
  minimum: 1,
  maximum: MAX_DAYS,
  description: `Days until the link ends; default: ${DEFAULT_DAYS}`,
  examples: [DEFAULT_DAYS],
});

export const State = Type.Unsafe<InvitationState>({
  type: 'string',
  enum: [...INVITATION_STATES],
});

export const InvitationSchema = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  name: nullable(Type.String()),
  role: Type.String(),
  metadata: Metadata,
  app_metadata: AppMetadata,
  status: State,
  created_by: nullable(Type.Integer({ description: 'The account of the superadmin who invited last' })),
  created_at: Timestamp,
  expires_at: Timestamp,
  accepted_at: nullable(Timestamp),
  account_id: nullable(
    Type.Integer({
      description:
        'The account that it opened; or, for an expired invitation, the account of this email that was created in another way',
    }),
  ),
});

/** @param now milliseconds since the epoch */
export function presentInvitation(row: InvitationRow, now: number): Static<typeof InvitationSchema> {
  const { id, email, name, role, metadata, app_metadata, created_by, account_id } = row;
  return {
    id,
    email,
    name,
    role,
    metadata: readMetadata(metadata),
    app_metadata: readMetadata(app_metadata),
    status: row.accepted_at !== null ? 'accepted' : row.expires_at > now ? 'pending' : 'expired',
    created_by,
    created_at: timestamp(row.created_at),
    expires_at: timestamp(row.expires_at),
    accepted_at: row.accepted_at === null ? null : timestamp(row.accepted_at),
    account_id,
  };
}
