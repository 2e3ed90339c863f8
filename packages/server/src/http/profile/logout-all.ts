import { signedInEndpoint } from '../endpoint.ts';
import { ActionSchema } from '../schemas.ts';

export const logoutAll = signedInEndpoint({
  summary: 'End every session of the account, this one included',
  response: { 200: ActionSchema },
  errors: [],
  async handle({ services, caller }) {
    await services.sessions.endAll(caller.row.account_id);
    return { success: true, message: 'All sessions destroyed successfully' };
  },
});
