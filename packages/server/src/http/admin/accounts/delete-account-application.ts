import { Type } from 'typebox';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { IdParams } from '../../wire/endpoint/lists.ts';
import { ActionSchema } from '../../wire/endpoint/schemas.ts';
import { ClientId } from '../../applications/fields.ts';

export const deleteAccountApplication = adminEndpoint({
  summary: "End an application's access to an account",
  params: Type.Object({ ...IdParams.properties, client_id: ClientId }),
  response: { 200: ActionSchema },
  errors: ['UserNotFoundError', 'ApplicationNotFoundError'],
  async handle({ services, actor, params }) {
    const { connected } = await services.oauth();
    await connected.revokeFor(actor, params.id, params.client_id);
    return { success: true, message: 'Application disconnected successfully' };
  },
});
