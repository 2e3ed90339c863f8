import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import type { AdminContext } from '../../wire/endpoint/endpoint.ts';
import { Id, IdParams } from '../../wire/endpoint/lists.ts';
import { body } from '../../wire/endpoint/schemas.ts';
import { CountedActionSchema } from '../schemas.ts';

export const deleteAccountSessions = adminEndpoint({
  summary: 'End every session of an account',
  params: IdParams,
  response: { 200: CountedActionSchema },
  errors: ['UserNotFoundError'],
  handle: (context) => endSessions(context, context.params.id),
});

export const deleteSessionsOfAccount = adminEndpoint({
  summary: 'End every session of an account, with the id in the body',
  body: body({ account_id: Id }),
  response: { 200: CountedActionSchema },
  errors: ['UserNotFoundError'],
  handle: (context) => endSessions(context, context.body.account_id),
});

async function endSessions({ services, actor }: AdminContext, id: number) {
  const count = await services.administration.endSessionsOf(actor, id);
  return { success: true, message: 'All sessions of the account destroyed successfully', count };
}
