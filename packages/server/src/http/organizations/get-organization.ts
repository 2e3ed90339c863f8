import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  assertOrganizations,
  ORGANIZATION_ERRORS,
  OrganizationParams,
  OrganizationSchema,
  presentOrganization,
} from './organization.ts';

export const getOrganization = organizationEndpoint({
  summary: 'An organization; superadmins and keys also see deleted ones',
  params: OrganizationParams,
  response: { 200: OrganizationSchema },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { organizations } = await services.organizations();
    return presentOrganization(await organizations.get(asker, params.id));
  },
});
