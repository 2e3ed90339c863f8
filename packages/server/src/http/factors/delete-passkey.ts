import { signedInEndpoint } from '../wire/endpoint.ts';
import { IdParams } from '../wire/lists.ts';
import { ActionSchema } from '../wire/schemas.ts';

export const deletePasskey = signedInEndpoint({
  summary: 'Remove a passkey; with the last factor the recovery codes go too',
  params: IdParams,
  response: { 200: ActionSchema },
  errors: ['FactorNotFoundError'],
  restricted: true,
  async handle({ services: { factors }, params: { id }, caller, client }) {
    await factors.passkeyEnrolment.remove(caller, id, client);
    return { success: true, message: 'Passkey removed successfully' };
  },
});
