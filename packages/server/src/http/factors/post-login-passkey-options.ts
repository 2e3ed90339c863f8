import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { Challenge, RequestOptions, UnixSeconds } from './schemas.ts';

export const postLoginPasskeyOptions = publicEndpoint({
  summary: 'Begin to sign in with a passkey; it names no account, so it also works for autofill',
  response: {
    200: Type.Object({
      challenge: Challenge,
      options: RequestOptions,
      expires_at: UnixSeconds('When the challenge ends'),
    }),
  },
  errors: ['FactorDisabledError', 'RateLimitedError'],
  async handle({ services: { passkeySignIn } }) {
    const { challenge, options, expiresAt } = await passkeySignIn.begin();
    return { challenge, options, expires_at: Math.floor(expiresAt / 1000) };
  },
});
