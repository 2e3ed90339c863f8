import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { Challenge, CreationOptions, UnixSeconds } from './schemas.ts';

export const postPasskeyOptions = signedInEndpoint({
  summary: 'Begin to add a passkey: the options for the browser',
  response: {
    200: Type.Object({
      challenge: Challenge,
      options: CreationOptions,
      expires_at: UnixSeconds('When the challenge ends'),
    }),
  },
  errors: ['EmailProofRequiredError', 'FactorDisabledError', 'PasskeyLimitError'],
  restricted: true,
  async handle({ services: { factors }, caller }) {
    const { challenge, options, expiresAt } = await factors.passkeyEnrolment.begin(caller);
    return { challenge, options, expires_at: Math.floor(expiresAt / 1000) };
  },
});
