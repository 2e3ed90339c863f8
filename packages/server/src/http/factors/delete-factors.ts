import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { Id } from '../wire/endpoint/lists.ts';
import { ActionSchema, closedQuery } from '../wire/endpoint/schemas.ts';

export const deleteFactors = adminEndpoint({
  summary: 'Remove all second factors of an account that has lost them; all its sessions end',
  query: closedQuery({ account_id: Id }),
  response: { 200: ActionSchema },
  errors: ['UserNotFoundError'],
  async handle({ services, query: { account_id: id }, actor }) {
    await services.administration.resetFactors(actor, id);
    return { success: true, message: 'Second factors removed successfully' };
  },
});
