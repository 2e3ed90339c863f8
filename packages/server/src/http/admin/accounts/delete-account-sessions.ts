import { signedInEndpoint } from '../../wire/endpoint.ts';
import type { SignedInContext } from '../../wire/endpoint.ts';
import { Id, IdParams } from '../../wire/lists.ts';
import { body } from '../../wire/schemas.ts';
import { CountedActionSchema } from '../schemas.ts';

export const deleteAccountSessions = signedInEndpoint({
  summary: 'End every session of an account',
  params: IdParams,
  response: { 200: CountedActionSchema },
  errors: ['UserNotFoundError'],
  handle: (context) => endSessions(context, context.params.id),
});

export const deleteSessionsOfAccount = signedInEndpoint({
  summary: 'End every session of an account, with the id in the body',
  body: body({ account_id: Id }),
  response: { 200: CountedActionSchema },
  errors: ['UserNotFoundError'],
  handle: (context) => endSessions(context, context.body.account_id),
});

async function endSessions({ services, caller, client }: SignedInContext, id: number) {
  const count = await services.administration.endSessionsOf({ caller, client }, id);
  return { success: true, message: 'All sessions of the account destroyed successfully', count };
}
