import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { body, CodeVerifier, TokenResponseSchema } from '../wire/endpoint/schemas.ts';

export const tokenExchange = publicEndpoint({
  summary: 'Exchange the one-time code of a redirect for tokens',
  body: body({
    code: Type.String({ minLength: 1, maxLength: 200, examples: ['2b1f0Qm0sY4cM3v3kq0s7w'] }),
    code_verifier: Type.Optional(CodeVerifier),
  }),
  response: { 200: TokenResponseSchema },
  errors: ['InvalidTokenError', 'AccountInactiveError', 'EmailProofRequiredError'],
  issuesTokens: 'in the body',
  async handle(context) {
    const { code, code_verifier: verifier = null } = context.body;
    return presentSignIn(context, await context.services.exchangeCodes.redeem(code, verifier));
  },
});
