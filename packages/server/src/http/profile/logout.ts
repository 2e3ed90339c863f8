import { byCaller } from '../../features/audit/events/origin.ts';
import { clearTokenCookies } from '../wire/cookies/token-cookies.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const logout = signedInEndpoint({
  summary: 'End this session',
  response: { 200: ActionSchema },
  errors: [],
  signsOut: true,
  async handle(context) {
    const { services, caller, client } = context;
    const { id: sessionId, account_id: accountId } = caller.row;
    await services.sessions.end(caller.row, 'logout', byCaller(caller, client));
    services.events.emit('session.ended', { client, accountId, sessionId });
    // An impersonation has no cookies: the browser's cookies hold the superadmin's own session.
    if (caller.row.impersonator === null) clearTokenCookies(context);
    return { success: true, message: 'Session destroyed successfully' };
  },
});
