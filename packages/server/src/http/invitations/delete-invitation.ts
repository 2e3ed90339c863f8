import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { IdParams } from '../wire/endpoint/lists.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const deleteInvitation = callableEndpoint({
  summary: 'Revoke an invitation: its link stops working',
  params: IdParams,
  response: { 200: ActionSchema },
  errors: ['InvitationNotFoundError'],
  async handle({ services, actor, params: { id } }) {
    await services.invitations.revoke(actor, id);
    return { success: true, message: 'Invitation revoked successfully' };
  },
});
