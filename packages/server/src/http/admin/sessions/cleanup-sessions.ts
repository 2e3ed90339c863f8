import { signedInEndpoint } from '../../wire/endpoint.ts';
import { CountedActionSchema } from '../schemas.ts';

export const cleanupSessions = signedInEndpoint({
  summary: 'Remove the expired sessions',
  response: { 200: CountedActionSchema },
  errors: [],
  async handle({ services, caller, client }) {
    const count = await services.administration.removeSessions({ caller, client }, 'expired');
    return { success: true, message: 'Expired sessions removed successfully', count };
  },
});
