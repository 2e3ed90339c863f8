import { Type } from 'typebox';
import { describedAs } from '../../lib/documented.ts';
import { AuthenticationCredential } from '../../features/identity/mfa/credentials.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, Code, Password } from '../wire/endpoint/schemas.ts';
import { Challenge, FactorCode, UnixSeconds } from './schemas.ts';

const fields = body({
  code: Type.Optional(FactorCode),
  challenge: Type.Optional(Challenge),
  credential: Type.Optional(AuthenticationCredential),
  password: Type.Optional(Password),
  otp: Type.Optional(Code),
});
/** The account decides which field counts, and a refusal names it. */
const PROOFS = [['code'], ['challenge', 'credential'], ['password'], ['otp']];

export const postReauthenticate = signedInEndpoint({
  summary: 'Reauthenticate: with a factor, or without factors with the password or a mailed code',
  body: describedAs(fields, { ...fields, anyOf: PROOFS.map((required) => ({ required })) }),
  response: {
    200: Type.Object({ authenticated_until: UnixSeconds('When the session stops counting as recent') }),
  },
  errors: [
    'ReauthenticationRequiredError',
    'SecondFactorInvalidError',
    'ChallengeInvalidError',
    'FactorDisabledError',
    'FactorLockedError',
    'InvalidCredentialsError',
    'OTPInvalidError',
    'OTPExpiredError',
    'OTPNotFoundError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  restricted: true,
  async handle({ services, caller, body: shown, client, signal }) {
    const until = await services.proveAgain(caller, { ...shown, client, signal });
    return { authenticated_until: Math.floor(until / 1000) };
  },
});
