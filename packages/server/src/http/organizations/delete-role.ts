import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';
import { RoleParams } from './role.ts';

export const deleteRole = organizationEndpoint({
  summary: 'Delete a role that the organization defined, once no member has it',
  params: RoleParams,
  response: { 200: ActionSchema },
  errors: [...ORGANIZATION_ERRORS, 'OwnRolesOffError', 'RoleNotFoundError', 'RoleInUseError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { roles } = await services.organizations();
    await roles.delete(asker, params.id, params.name);
    return { success: true, message: 'Role deleted successfully' };
  },
});
