import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { Id } from '../../wire/endpoint/lists.ts';
import { ActionSchema, closedQuery } from '../../wire/endpoint/schemas.ts';

export const deleteLock = callableEndpoint({
  summary: 'Unlock an account: its failed sign-ins, factors and codes no longer count, from any address',
  query: closedQuery({ account_id: Id }),
  response: { 200: ActionSchema },
  errors: ['UserNotFoundError'],
  async handle({ services, query: { account_id: id }, actor }) {
    await services.administration.unlockAccount(actor, id);
    return { success: true, message: 'Lock ended successfully' };
  },
});
