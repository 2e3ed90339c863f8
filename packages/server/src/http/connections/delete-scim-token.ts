import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import { ScimTokenParams } from './scim-token.ts';

export const deleteScimToken = organizationEndpoint({
  summary: 'Revoke a provisioning token, at once and on every instance',
  params: ScimTokenParams,
  response: { 200: ActionSchema },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError', 'ScimTokenNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { tokens } = await services.provisioning();
    await tokens.revoke(asker, params.id, params.connection_id, params.token_id);
    return { success: true, message: 'Token revoked successfully' };
  },
});
