import { Type } from 'typebox';
import { PasskeySchema, presentPasskey } from '../../features/identity/mfa/passkey-serializer.ts';
import { RegistrationCredential } from '../../features/identity/mfa/credentials.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { Challenge, PasskeyName } from './schemas.ts';
import { RecoveryCodesSchema } from './recovery-codes.ts';

export const postPasskey = signedInEndpoint({
  summary: 'Add a passkey that the browser has made; with the first factor, the answer has recovery codes',
  body: body({
    challenge: Challenge,
    credential: RegistrationCredential,
    name: Type.Optional(PasskeyName),
  }),
  response: {
    201: Type.Object({
      ...PasskeySchema.properties,
      recovery_codes: Type.Optional(RecoveryCodesSchema),
    }),
  },
  errors: [
    'EmailProofRequiredError',
    'FactorDisabledError',
    'ChallengeInvalidError',
    'SecondFactorInvalidError',
    'PasskeyAlreadyExistsError',
    'PasskeyLimitError',
  ],
  restricted: true,
  async handle({ services: { factors }, body: enrolment, caller, client }) {
    const { passkey, recoveryCodes } = await factors.passkeyEnrolment.finish(caller, enrolment, client);
    return {
      ...presentPasskey(passkey),
      ...(recoveryCodes !== null && { recovery_codes: recoveryCodes }),
    };
  },
});
