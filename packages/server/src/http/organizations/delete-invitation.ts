import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { OrganizationInvitationParams } from './invitation.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';

export const deleteInvitation = organizationEndpoint({
  summary: 'Revoke an invitation to an organization: its link stops working',
  params: OrganizationInvitationParams,
  response: { 200: ActionSchema },
  errors: [...ORGANIZATION_ERRORS, 'InvitationNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params: { id, invitation_id: uid } }) {
    const { invitations } = await services.organizations();
    await invitations.revoke(asker, id, uid);
    return { success: true, message: 'Invitation revoked successfully' };
  },
});
