import { Type } from 'typebox';
import { readNames } from '../../features/organizations/roles.ts';
import { ConnectionSchema, presentConnection } from '../connections/connection.ts';
import { assertOrganizations, OrganizationParams } from '../organizations/organization.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';

const { id, kind, name, status, ...configuration } = ConnectionSchema.properties;
const named = { id, kind, name, status };

export const getPortalConnections = organizationEndpoint({
  summary:
    'The connections of the organization of a link, oldest first; without their configuration if the link lacks the section `connections`',
  params: OrganizationParams,
  response: {
    200: Type.Object({
      total: Type.Integer(),
      connections: Type.Array(
        Type.Object({ ...named, ...Type.Partial(Type.Object(configuration)).properties }),
      ),
    }),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { connections } = await services.connections();
    const all = await connections.list(asker, params.id);
    const isWhole = readNames(asker.portal?.sections ?? '[]').includes('connections');
    return {
      total: all.length,
      connections: all.map((row) =>
        isWhole
          ? presentConnection(services, row)
          : { id: row.uid, kind: row.kind, name: row.name, status: row.status },
      ),
    };
  },
});
