import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';
import { body } from '../wire/schemas.ts';
import { Challenge, RequestOptions } from './bodies.ts';

export const postChallengePasskey = publicEndpoint({
  summary: 'Ask what a passkey must sign to answer the challenge of a sign-in',
  body: body({ challenge: Challenge }),
  response: { 200: Type.Object({ options: RequestOptions }) },
  errors: ['ChallengeInvalidError', 'FactorDisabledError'],
  handle: async ({ services, body: { challenge } }) => ({
    options: await services.factors.passkeyOptions.forSignIn(challenge),
  }),
});
