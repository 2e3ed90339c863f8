import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOrganizations, OrganizationParams } from './organization.ts';
import { OwnOrganizationSchema, presentOwnOrganization } from './own-membership.ts';

export const postJoin = signedInEndpoint({
  summary: 'Join an organization that lets in emails of a verified domain, with your proven email',
  params: OrganizationParams,
  response: { 200: OwnOrganizationSchema },
  errors: [
    'RouteNotFoundError',
    'ReauthenticationRequiredError',
    'OrganizationNotFoundError',
    'OrganizationLimitError',
    'MembershipRefusedError',
    'AlreadyMemberError',
  ],
  assertExists: assertOrganizations,
  async handle({ services, caller, client, params: { id } }) {
    const { joining } = await services.organizations();
    return presentOwnOrganization(await joining.ask(caller, id, client));
  },
});
