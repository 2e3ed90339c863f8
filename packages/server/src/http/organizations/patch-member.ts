import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { MemberParams, MemberRoles, MemberSchema, presentMember } from './member.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';

export const patchMember = organizationEndpoint({
  summary: 'Set the roles of a member; nobody can grant or remove a permission that they lack',
  params: MemberParams,
  body: body({ roles: MemberRoles }),
  response: { 200: MemberSchema },
  errors: [...ORGANIZATION_ERRORS, 'MemberNotFoundError', 'LastOwnerError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: { roles } }) {
    const { members } = await services.organizations();
    return presentMember(await members.setRoles(asker, params.id, params.account_id, roles));
  },
});
