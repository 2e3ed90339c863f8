import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { RoleName } from './member.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';
import { Description, Permissions, presentRole, RoleSchema } from './role.ts';

export const postRole = organizationEndpoint({
  summary: 'Define a role of the organization',
  params: OrganizationParams,
  body: body({ name: RoleName, description: Type.Optional(Description), permissions: Permissions }),
  response: { 201: RoleSchema },
  errors: [...ORGANIZATION_ERRORS, 'OwnRolesOffError', 'OrganizationLimitError', 'RoleTakenError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: { description = '', ...role } }) {
    const { roles } = await services.organizations();
    return presentRole(await roles.create(asker, params.id, { ...role, description }));
  },
});
