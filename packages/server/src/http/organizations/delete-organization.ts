import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

export const deleteOrganization = organizationEndpoint({
  summary:
    'Delete an organization; superadmins can restore it for some days, and its members keep their accounts',
  params: OrganizationParams,
  response: { 200: ActionSchema },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { organizations } = await services.organizations();
    await organizations.delete(asker, params.id);
    return { success: true, message: 'Organization deleted successfully' };
  },
});
