import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { Id } from '../../wire/endpoint/lists.ts';
import { ActionSchema, body } from '../../wire/endpoint/schemas.ts';

export const deleteAccount = callableEndpoint({
  summary: 'Delete an account with its sessions, provider links and codes',
  body: body({ account_id: Id }),
  response: { 200: ActionSchema },
  errors: ['UserNotFoundError', 'LastSuperadminError', 'LastOwnerError'],
  async handle({ services, body: { account_id: id }, actor }) {
    await services.administration.deleteAccount(actor, id);
    return { success: true, message: 'Account deleted successfully' };
  },
});
