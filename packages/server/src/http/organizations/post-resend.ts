import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, FrontendUrl } from '../wire/endpoint/schemas.ts';
import {
  ExpiresInDays,
  OrganizationInvitationParams,
  OrganizationInvitationSchema,
  presentInvitation,
} from './invitation.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';

export const postResend = organizationEndpoint({
  summary: 'Mail an invitation to an organization again, with a new link; the earlier one stops working',
  params: OrganizationInvitationParams,
  body: body({
    expires_in_days: Type.Optional(ExpiresInDays),
    frontend_url: Type.Optional(FrontendUrl),
  }),
  bodyOptional: true,
  response: { 200: OrganizationInvitationSchema },
  errors: [
    ...ORGANIZATION_ERRORS,
    'InvitationNotFoundError',
    'OrganizationLimitError',
    'EmailProofRequiredError',
    'FrontendUrlNotAllowedError',
    'RateLimitedError',
    'EmailNotConfiguredError',
  ],
  assertExists: assertOrganizations,
  async handle({ services, asker, params: { id, invitation_id: uid }, body: given }) {
    const { expires_in_days: expiresInDays, frontend_url: named } = given;
    const frontend = named === undefined ? undefined : services.frontends.resolve(named);
    const { invitations } = await services.organizations();
    const invitation = await invitations.resend(asker, id, uid, { frontend, expiresInDays });
    return presentInvitation(invitation, services.clock.now());
  },
});
