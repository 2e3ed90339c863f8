import { signedInEndpoint } from '../../wire/endpoint.ts';
import { CountedActionSchema } from '../schemas.ts';

export const clearSessions = signedInEndpoint({
  summary: 'End every session of every account, your own included',
  response: { 200: CountedActionSchema },
  errors: [],
  async handle({ services, caller, client }) {
    const count = await services.administration.removeSessions({ caller, client }, 'all');
    return { success: true, message: 'All sessions destroyed successfully', count };
  },
});
