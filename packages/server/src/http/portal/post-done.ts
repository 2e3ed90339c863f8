import { KeywardError } from '../../errors.ts';
import { assertOrganizations, OrganizationParams } from '../organizations/organization.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const postDone = organizationEndpoint({
  summary: 'End the link to the portal that the request comes with',
  params: OrganizationParams,
  response: { 200: ActionSchema },
  errors: ['RouteNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    if (asker.portal === undefined) throw new KeywardError('PortalInvalidError');
    const { portals } = await services.organizations();
    await portals.end(asker, params.id, asker.portal.uid);
    return { success: true, message: 'Portal ended successfully' };
  },
});
