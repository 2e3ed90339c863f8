import { adminEndpoint, callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import type { CallContext } from '../../wire/endpoint/endpoint.ts';
import { Id, IdParams } from '../../wire/endpoint/lists.ts';
import { ActionSchema, body } from '../../wire/endpoint/schemas.ts';

export const deleteSession = adminEndpoint({
  summary: 'End a session',
  params: IdParams,
  response: { 200: ActionSchema },
  errors: ['SessionNotFoundError'],
  handle: (context) => endSession(context, context.params.id),
});

export const deleteSessionByBody = callableEndpoint({
  summary: 'End a session, with the id in the body',
  body: body({ session_id: Id }),
  response: { 200: ActionSchema },
  errors: ['SessionNotFoundError'],
  handle: (context) => endSession(context, context.body.session_id),
});

async function endSession({ services, actor }: CallContext, id: number) {
  await services.administration.endSession(actor, id);
  return { success: true, message: 'Session destroyed successfully' };
}
