import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { Id } from '../wire/endpoint/lists.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { MemberSchema, presentMember } from './member.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

export const postTransfer = organizationEndpoint({
  summary:
    'Make another member the owner; the owner who asks becomes an admin; if somebody else asks, all other owners do',
  params: OrganizationParams,
  body: body({ account_id: Id }),
  response: { 200: MemberSchema },
  errors: [...ORGANIZATION_ERRORS, 'MemberNotFoundError', 'LastOwnerError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: { account_id: accountId } }) {
    const { members } = await services.organizations();
    return presentMember(await members.transfer(asker, params.id, accountId));
  },
});
