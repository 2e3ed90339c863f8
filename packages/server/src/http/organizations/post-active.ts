import { Type } from 'typebox';
import { presentAccountOf } from '../../features/audit/serializers/account.ts';
import { presentTokens } from '../presenters/token-response.ts';
import { refreshCookie } from '../wire/cookies/refresh-cookie.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActiveName } from '../wire/endpoint/organization-name.ts';
import { body, TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { assertOrganizations } from './organization.ts';

export const postActive = signedInEndpoint({
  summary: 'Make one of your organizations the active one of this session, and get tokens that name it',
  body: body({
    organization: ActiveName,
    refresh_token: Type.Optional(
      Type.String({
        description:
          'The refresh token of this session; required in dual-token mode, but not in cookie mode. The answer has a new one',
      }),
    ),
  }),
  response: { 200: TokenResponseSchema },
  errors: [
    'RouteNotFoundError',
    'OrganizationNotFoundError',
    'OrganizationSuspendedError',
    'OrganizationPolicyError',
    'ConnectionRequiredError',
    'TokenMissingError',
    'InvalidTokenError',
  ],
  assertExists: assertOrganizations,
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, caller, client, body: given } = context;
    const refreshToken = given.refresh_token ?? refreshCookie(context);
    const tokens = await services.sessions.activate(caller, given.organization, { refreshToken, client });
    return { ...presentTokens(context, tokens), account: presentAccountOf(caller.row) };
  },
});
