import { signedInEndpoint } from '../../wire/endpoint.ts';
import { IdParams } from '../../wire/lists.ts';
import { CountedActionSchema } from '../schemas.ts';

export const deleteAccountSessions = signedInEndpoint({
  summary: 'End every session of an account',
  params: IdParams,
  response: { 200: CountedActionSchema },
  errors: ['UserNotFoundError'],
  async handle({ services, params: { id }, caller, client }) {
    const count = await services.administration.endSessionsOf({ caller, client }, id);
    return { success: true, message: 'All sessions of the account destroyed successfully', count };
  },
});
