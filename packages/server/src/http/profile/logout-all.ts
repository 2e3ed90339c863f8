import { clearTokenCookies } from '../wire/cookies/token-cookies.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const logoutAll = signedInEndpoint({
  summary: 'End every session of the account, this one included',
  response: { 200: ActionSchema },
  errors: ['ReauthenticationRequiredError'],
  signsOut: true,
  async handle(context) {
    const { services, caller, client } = context;
    const { id: sessionId, account_id: accountId } = caller.row;
    await services.sessions.endAll(caller, client);
    services.events.emit('session.all_ended', { client, accountId, sessionId });
    clearTokenCookies(context);
    return { success: true, message: 'All sessions destroyed successfully' };
  },
});
