import { signedInEndpoint } from '../endpoint.ts';
import { ActionSchema } from '../schemas.ts';

export const logout = signedInEndpoint({
  summary: 'End this session',
  response: { 200: ActionSchema },
  errors: [],
  async handle({ services, caller }) {
    await services.sessions.end(caller.row.id);
    return { success: true, message: 'Session destroyed successfully' };
  },
});
