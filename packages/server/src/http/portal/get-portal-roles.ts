import { Type } from 'typebox';
import { assertOrganizations, OrganizationParams } from '../organizations/organization.ts';
import { RoleSchema } from '../organizations/role.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';

const { name, description } = RoleSchema.properties;

export const getPortalRoles = organizationEndpoint({
  summary: 'The roles that the `mapping` of a connection may give by a link to the portal',
  params: OrganizationParams,
  response: {
    200: Type.Object({
      roles: Type.Array(Type.Object({ name, description })),
      default_role: Type.String({
        description: 'The role of people in none of the groups',
        examples: ['member'],
      }),
    }),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { roles } = await services.organizations();
    const givable = await roles.givable(asker, params.id);
    return {
      roles: givable.map((role) => ({ name: role.name, description: role.description })),
      default_role: services.settings.current.organizations.default_role,
    };
  },
});
