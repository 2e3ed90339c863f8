import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

export const postLeave = organizationEndpoint({
  summary: 'Leave an organization; the last owner must hand it over or delete it first',
  params: OrganizationParams,
  response: { 200: ActionSchema },
  errors: [...ORGANIZATION_ERRORS, 'MemberNotFoundError', 'LastOwnerError', 'ReauthenticationRequiredError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { members } = await services.organizations();
    await members.leave(asker, params.id);
    return { success: true, message: 'Organization left successfully' };
  },
});
