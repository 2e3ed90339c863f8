import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { body, TokenResponseSchema } from '../wire/schemas.ts';

export const tokenExchange = publicEndpoint({
  summary: 'Exchange the one-time code of a redirect for tokens (strict profile)',
  body: body({ code: Type.String({ minLength: 1, maxLength: 200 }) }),
  response: { 200: TokenResponseSchema },
  errors: ['InvalidTokenError', 'AccountInactiveError'],
  issuesTokens: true,
  async handle(context) {
    return presentSignIn(context, await context.services.handover.redeem(context.body.code));
  },
});
