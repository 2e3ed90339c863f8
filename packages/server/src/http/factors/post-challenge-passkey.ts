import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, CodeVerifier } from '../wire/endpoint/schemas.ts';
import { Challenge, RequestOptions } from './schemas.ts';
import { challengeCookie } from '../wire/cookies/challenge-cookie.ts';

export const postChallengePasskey = publicEndpoint({
  summary: 'Get the options for a passkey that answers the challenge of a sign-in',
  body: body({ challenge: Challenge, code_verifier: Type.Optional(CodeVerifier) }),
  response: { 200: Type.Object({ options: RequestOptions }) },
  errors: ['ChallengeInvalidError', 'FactorNotFoundError', 'FactorDisabledError'],
  async handle(context) {
    const { challenge, code_verifier: verifier = null } = context.body;
    const browser = challengeCookie(context);
    return {
      options: await context.services.factors.passkeyOptions.forSignIn(challenge, { browser, verifier }),
    };
  },
});
