import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import { ConnectionParams, ConnectionSchema, presentConnection } from './connection.ts';

export const getConnection = organizationEndpoint({
  summary: 'One connection of an organization',
  params: ConnectionParams,
  response: { 200: ConnectionSchema },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { connections } = await services.connections();
    return presentConnection(services, await connections.get(asker, params.id, params.connection_id));
  },
});
