import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { MemberParams } from './member.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';

export const deleteMember = organizationEndpoint({
  summary: 'Remove a member from an organization; the account stays',
  params: MemberParams,
  response: { 200: ActionSchema },
  errors: [...ORGANIZATION_ERRORS, 'MemberNotFoundError', 'LastOwnerError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { members } = await services.organizations();
    await members.remove(asker, params.id, params.account_id);
    return { success: true, message: 'Member removed successfully' };
  },
});
