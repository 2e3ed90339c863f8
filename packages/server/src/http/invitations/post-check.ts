import { Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { timestamp } from '../../lib/clock.ts';
import { BriefOrganizationSchema, presentBrief } from '../organizations/organization.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { InvitationToken } from './invitation.ts';

export const postCheck = publicEndpoint({
  summary: 'What an invitation offers to the holder of its token, which stays valid',
  body: body({ token: InvitationToken }),
  response: {
    200: Type.Object({
      email: Type.String({ description: 'The invited email', examples: ['ada@example.org'] }),
      name: nullable(
        Type.String({
          description: 'The name of the account; null: the person chooses it',
          examples: ['Ada Lovelace'],
        }),
      ),
      organization: nullable(
        Type.Object(BriefOrganizationSchema.properties, {
          description: 'Null: the invitation only opens an account',
        }),
      ),
      invited_by: nullable(
        Type.String({
          description: 'The name of the person who invites; null: a key or the host',
          examples: ['Grace Hopper'],
        }),
      ),
      has_account: Type.Boolean({
        description: 'Whether an account has proven the email, and so signs in to accept',
      }),
      has_unproven_account: Type.Boolean({
        description:
          'Whether there is an account that has not proven the email. Accepting gives it the new password, and removes its other ways in',
      }),
      expires_at: Timestamp,
    }),
  },
  errors: ['InvitationInvalidError', 'EmailAlreadyExistsError', 'OrganizationSuspendedError'],
  async handle({ services, body: { token } }) {
    const { organization, invitedBy, hasAccount, hasUnprovenAccount, expiresAt, ...offered } =
      await services.checkInvitation(token);
    return {
      ...offered,
      organization: organization && presentBrief(organization),
      invited_by: invitedBy,
      has_account: hasAccount,
      has_unproven_account: hasUnprovenAccount,
      expires_at: timestamp(expiresAt),
    };
  },
});
