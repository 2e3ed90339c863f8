import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { IdParams } from '../wire/endpoint/lists.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const deletePasskey = signedInEndpoint({
  summary: 'Remove a passkey; removing the last factor also removes the recovery codes',
  params: IdParams,
  response: { 200: ActionSchema },
  errors: ['FactorNotFoundError'],
  restricted: true,
  async handle({ services: { factors }, params: { id }, caller, client }) {
    await factors.passkeyEnrolment.remove(caller, id, client);
    return { success: true, message: 'Passkey removed successfully' };
  },
});
