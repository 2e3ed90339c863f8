import { Type } from 'typebox';
import { actorAsks } from '../../features/organizations/access.ts';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { Id } from '../wire/endpoint/lists.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { MemberRoles, MemberSchema, presentMember } from './member.ts';
import { assertOrganizations, OrganizationParams } from './organization.ts';

export const postMember = callableEndpoint({
  summary: 'Make an account a member of an organization; without roles, it gets the default role',
  params: OrganizationParams,
  body: body({ account_id: Id, roles: Type.Optional(MemberRoles) }),
  response: { 201: MemberSchema },
  errors: [
    'RouteNotFoundError',
    'OrganizationNotFoundError',
    'UserNotFoundError',
    'AlreadyMemberError',
    'OrganizationLimitError',
    'MembershipRefusedError',
  ],
  assertExists: assertOrganizations,
  async handle({ services, actor, params, body: { account_id: accountId, roles } }) {
    const { members } = await services.organizations();
    return presentMember(await members.add(actorAsks(actor), params.id, accountId, roles));
  },
});
