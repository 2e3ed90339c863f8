import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body } from '../wire/endpoint/schemas.ts';
import { RecoveryCodesSchema } from './recovery-codes.ts';

export const postTotpConfirm = signedInEndpoint({
  summary:
    'Confirm an authenticator app with a code that it shows; with the first factor, the answer has recovery codes',
  body: body({
    code: Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 64,
      description: 'Six digits, perhaps with spaces',
    }),
  }),
  // A single object type: with a union of two, each answer would have to be matched against both.
  response: {
    200: Type.Object({
      success: Type.Optional(ActionSchema.properties.success),
      message: Type.Optional(ActionSchema.properties.message),
      recovery_codes: Type.Optional(RecoveryCodesSchema),
    }),
  },
  errors: [
    'EmailProofRequiredError',
    'FactorDisabledError',
    'ChallengeInvalidError',
    'SecondFactorInvalidError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  restricted: true,
  async handle({ services, body: { code }, caller, client, signal }) {
    const codes = await services.factors.totp.confirm(caller, code, { client, signal });
    return codes === null
      ? { success: true, message: 'Authenticator app added successfully' }
      : { recovery_codes: codes };
  },
});
