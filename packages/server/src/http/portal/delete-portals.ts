import {
  assertOrganizations,
  ORGANIZATION_ERRORS,
  OrganizationParams,
} from '../organizations/organization.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const deletePortals = organizationEndpoint({
  summary: 'End all links to the portal of an organization',
  params: OrganizationParams,
  response: { 200: ActionSchema },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { portals } = await services.organizations();
    await portals.endAll(asker, params.id);
    return { success: true, message: 'Portals ended successfully' };
  },
});
