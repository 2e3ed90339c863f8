import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { assertOwnPage } from '../wire/cookies/origin.ts';
import { cookiesOf } from '../wire/cookies/request-cookies.ts';
import { tokenCookie } from '../wire/cookies/token-cookies.ts';
import { publicEndpoint, type PublicContext } from '../wire/endpoint/endpoint.ts';
import { presentTokens } from '../presenters/token-response.ts';
import { body, DeliveredTokens } from '../wire/endpoint/schemas.ts';

export const tokenRefresh = publicEndpoint({
  summary:
    'Exchange a refresh token for new tokens; in cookie mode, the cookie is used if the body has no token',
  body: body({ refresh_token: Type.Optional(Type.String()) }),
  bodyOptional: true,
  response: {
    200: Type.Object({
      success: Type.Optional(Type.Literal(true, { description: 'In cookie mode' })),
      message: Type.Optional(Type.String({ description: 'In cookie mode' })),
      ...DeliveredTokens,
    }),
  },
  errors: ['TokenMissingError', 'InvalidTokenError', 'AccountInactiveError', 'EmailProofRequiredError'],
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: given } = context;
    const token = given.refresh_token || cookieOf(context);
    if (token === undefined) throw new KeywardError('TokenMissingError');
    const delivered = presentTokens(context, await services.sessions.refresh(token, context.client));
    return delivered.token_type === 'Cookie'
      ? { success: true, message: 'Tokens refreshed successfully', ...delivered }
      : delivered;
  },
});

function cookieOf({ services, request }: PublicContext): string | undefined {
  const cookies = cookiesOf(request, services);
  const token = cookies === null ? undefined : tokenCookie(request, cookies.refresh);
  if (cookies !== null && token !== undefined) assertOwnPage(request, services, cookies);
  return token;
}
