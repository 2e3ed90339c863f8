import { signedInEndpoint } from '../wire/endpoint.ts';
import { Id } from '../wire/lists.ts';
import { ActionSchema, closedQuery } from '../wire/schemas.ts';

export const deleteFactors = signedInEndpoint({
  summary: 'Remove all second factors of an account that has lost them; all its sessions end',
  query: closedQuery({ account_id: Id }),
  response: { 200: ActionSchema },
  errors: ['ReauthenticationRequiredError', 'UserNotFoundError'],
  async handle({ services, query: { account_id: id }, caller, client }) {
    await services.factors.recent.assert(caller);
    await services.administration.resetFactors({ caller, client }, id);
    return { success: true, message: 'Second factors removed successfully' };
  },
});
