import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const deleteTotp = signedInEndpoint({
  summary: 'Remove the authenticator app; removing the last factor also removes the recovery codes',
  response: { 200: ActionSchema },
  errors: ['FactorNotFoundError'],
  restricted: true,
  async handle({ services, caller, client }) {
    await services.factors.totp.remove(caller, client);
    return { success: true, message: 'Authenticator app removed successfully' };
  },
});
