import { PasskeySchema, presentPasskey } from '../../features/identity/mfa/passkey-serializer.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { IdParams } from '../wire/endpoint/lists.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { PasskeyName } from './schemas.ts';

export const patchPasskey = signedInEndpoint({
  summary: 'Rename a passkey',
  params: IdParams,
  body: body({ name: PasskeyName }),
  response: { 200: PasskeySchema },
  errors: ['FactorNotFoundError', 'ReauthenticationRequiredError'],
  restricted: true,
  handle: async ({ services: { factors }, params: { id }, body: { name }, caller }) =>
    presentPasskey(await factors.passkeyEnrolment.rename(caller, id, name)),
});
