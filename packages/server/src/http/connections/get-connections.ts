import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  assertOrganizations,
  ORGANIZATION_ERRORS,
  OrganizationParams,
} from '../organizations/organization.ts';
import { ConnectionSchema, presentConnection } from './connection.ts';

export const getConnections = organizationEndpoint({
  summary: 'The connections of an organization, oldest first; at most 20',
  params: OrganizationParams,
  response: { 200: Type.Object({ total: Type.Integer(), connections: Type.Array(ConnectionSchema) }) },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { connections } = await services.connections();
    const all = await connections.list(asker, params.id);
    return { total: all.length, connections: all.map((row) => presentConnection(services, row)) };
  },
});
