import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { Challenge, RequestOptions, UnixSeconds } from './schemas.ts';

const METHODS = ['totp', 'passkey', 'recovery_code', 'password', 'otp'] as const;

export const postReauthenticateOptions = signedInEndpoint({
  summary: 'Get the methods that can reauthenticate the session, and the options for a passkey',
  response: {
    200: Type.Object({
      challenge: Challenge,
      options: Type.Unsafe<Record<string, unknown> | null>({
        anyOf: [RequestOptions, { type: 'null' }],
        description: 'Null without a passkey',
      }),
      methods: Type.Array(Type.Unsafe<(typeof METHODS)[number]>({ type: 'string', enum: [...METHODS] })),
      expires_at: UnixSeconds('When the challenge ends'),
    }),
  },
  errors: [],
  restricted: true,
  async handle({ services, caller }) {
    const { token, expiresAt, options, methods } =
      await services.factors.passkeyOptions.forReauthentication(caller);
    return { challenge: token, options, methods, expires_at: Math.floor(expiresAt / 1000) };
  },
});
