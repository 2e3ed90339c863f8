import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { refreshCookie } from '../wire/cookies/refresh-cookie.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentTokens } from '../presenters/token-response.ts';
import { body, DeliveredTokens } from '../wire/endpoint/schemas.ts';
import { ActiveName } from '../wire/endpoint/organization-name.ts';

export const tokenRefresh = publicEndpoint({
  summary:
    'Exchange a refresh token for new tokens; in cookie mode, the cookie is used if the body has no token',
  body: body({
    refresh_token: Type.Optional(Type.String()),
    organization: Type.Optional(ActiveName),
  }),
  bodyOptional: true,
  response: {
    200: Type.Object({
      success: Type.Optional(Type.Literal(true, { description: 'In cookie mode' })),
      message: Type.Optional(Type.String({ description: 'In cookie mode' })),
      ...DeliveredTokens,
    }),
  },
  errors: [
    'TokenMissingError',
    'InvalidTokenError',
    'AccountInactiveError',
    'EmailProofRequiredError',
    'SecondFactorEnrolmentRequiredError',
    'OrganizationNotFoundError',
    'OrganizationSuspendedError',
    'OrganizationPolicyError',
    'ConnectionRequiredError',
  ],
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: given } = context;
    const token = given.refresh_token || refreshCookie(context);
    if (token === undefined) throw new KeywardError('TokenMissingError');
    const tokens = await services.sessions.refresh(token, context.client, given.organization);
    const delivered = presentTokens(context, tokens);
    return delivered.token_type === 'Cookie'
      ? { success: true, message: 'Tokens refreshed successfully', ...delivered }
      : delivered;
  },
});
