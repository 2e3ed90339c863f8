import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { MemberParams, MemberSchema, presentMember } from './member.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';

export const getMember = organizationEndpoint({
  summary: 'A member of an organization',
  params: MemberParams,
  response: { 200: MemberSchema },
  errors: [...ORGANIZATION_ERRORS, 'MemberNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { members } = await services.organizations();
    return presentMember(await members.get(asker, params.id, params.account_id));
  },
});
