import { Type } from 'typebox';
import {
  assertOrganizations,
  ORGANIZATION_ERRORS,
  OrganizationParams,
} from '../organizations/organization.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { PortalId } from './portal.ts';

export const deletePortal = organizationEndpoint({
  summary: 'End a link to the portal of an organization',
  params: Type.Object({ ...OrganizationParams.properties, portal_id: PortalId }),
  response: { 200: ActionSchema },
  errors: [...ORGANIZATION_ERRORS, 'PortalInvalidError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { portals } = await services.organizations();
    await portals.end(asker, params.id, params.portal_id);
    return { success: true, message: 'Portal ended successfully' };
  },
});
