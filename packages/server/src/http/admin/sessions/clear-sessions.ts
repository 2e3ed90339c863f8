import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { CountedActionSchema } from '../schemas.ts';

export const clearSessions = adminEndpoint({
  summary: 'End every session of every account, your own included',
  response: { 200: CountedActionSchema },
  errors: [],
  async handle({ services, actor }) {
    const count = await services.administration.removeSessions(actor, 'all');
    return { success: true, message: 'All sessions destroyed successfully', count };
  },
});
