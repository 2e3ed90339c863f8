import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';
import { presentRole, RoleSchema } from './role.ts';

export const getRoles = organizationEndpoint({
  summary: 'The roles that members of an organization can have, at most 103',
  params: OrganizationParams,
  response: { 200: Type.Object({ total: Type.Integer(), roles: Type.Array(RoleSchema) }) },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { roles } = await services.organizations();
    const all = await roles.list(asker, params.id);
    return { total: all.length, roles: all.map(presentRole) };
  },
});
