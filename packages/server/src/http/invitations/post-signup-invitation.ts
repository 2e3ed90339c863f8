import { Type } from 'typebox';
import { presentSignIn } from '../presenters/token-response.ts';
import { InvitationToken } from './invitation.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  body,
  Handle,
  Name,
  Password,
  ProfileFields,
  TokenResponseSchema,
} from '../wire/endpoint/schemas.ts';

export const postSignupInvitation = publicEndpoint({
  summary:
    'Accept an invitation: opens its account, with a verified email, and signs in at once; the account joins the organization that invited it',
  body: body({
    token: InvitationToken,
    password: Type.Optional(Password),
    name: Type.Optional(Name),
    handle: Type.Optional(Handle),
    phone: ProfileFields.phone,
  }),
  response: { 200: TokenResponseSchema },
  errors: [
    'InvitationInvalidError',
    'SignupClosedError',
    'EmailDomainNotAllowedError',
    'LoginRefusedError',
    'ConnectionRequiredError',
    'AccountInactiveError',
    'WeakPasswordError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'PhoneAlreadyExistsError',
    'OrganizationSuspendedError',
    'OrganizationLimitError',
    'MembershipRefusedError',
    'AlreadyMemberError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: acceptance, client, signal } = context;
    return presentSignIn(context, await services.acceptInvitation(acceptance, client, signal));
  },
});
