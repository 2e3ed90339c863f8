import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { CountedActionSchema } from '../schemas.ts';

export const cleanupSessions = adminEndpoint({
  summary: 'Remove the expired sessions',
  response: { 200: CountedActionSchema },
  errors: [],
  async handle({ services, actor }) {
    const count = await services.administration.removeSessions(actor, 'expired');
    return { success: true, message: 'Expired sessions removed successfully', count };
  },
});
