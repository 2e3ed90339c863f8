import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';
import { Description, Permissions, presentRole, RoleParams, RoleSchema } from './role.ts';

export const patchRole = organizationEndpoint({
  summary: 'Change a role that the organization defined',
  params: RoleParams,
  body: body({ description: Type.Optional(Description), permissions: Type.Optional(Permissions) }),
  response: { 200: RoleSchema },
  errors: [...ORGANIZATION_ERRORS, 'OwnRolesOffError', 'RoleNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: edit }) {
    const { roles } = await services.organizations();
    return presentRole(await roles.change(asker, params.id, params.name, edit));
  },
});
