import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const deleteOtherSessions = signedInEndpoint({
  summary: 'End all of your own sessions except the current one',
  response: { 200: Type.Object({ ...ActionSchema.properties, count: Type.Integer() }) },
  errors: ['ReauthenticationRequiredError'],
  async handle({ services, caller, client }) {
    const { id: sessionId, account_id: accountId } = caller.row;
    const count = await services.sessions.endOthers(caller, client);
    services.events.emit('session.others_ended', { client, accountId, sessionId, metadata: { count } });
    return { success: true, message: 'Other sessions destroyed successfully', count };
  },
});
