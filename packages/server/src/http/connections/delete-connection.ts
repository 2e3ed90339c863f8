import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import { ConnectionParams } from './connection.ts';

export const deleteConnection = organizationEndpoint({
  summary: 'Delete a connection; the accounts, memberships and sessions that it made stay',
  params: ConnectionParams,
  response: { 200: ActionSchema },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { connections } = await services.connections();
    await connections.delete(asker, params.id, params.connection_id);
    return { success: true, message: 'Connection deleted successfully' };
  },
});
