import { clearTokenCookies } from '../cookies/token-cookies.ts';
import { signedInEndpoint } from '../endpoint.ts';
import { ActionSchema } from '../schemas.ts';

export const logout = signedInEndpoint({
  summary: 'End this session',
  response: { 200: ActionSchema },
  errors: [],
  signsOut: true,
  async handle(context) {
    const { services, caller, client } = context;
    const { id: sessionId, account_id: accountId } = caller.row;
    await services.sessions.end(sessionId);
    services.events.emit('session.ended', { client, accountId, sessionId });
    clearTokenCookies(context);
    return { success: true, message: 'Session destroyed successfully' };
  },
});
