import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { SecretParams } from './fields.ts';

export const deleteApplicationSecret = callableEndpoint({
  summary: 'Remove a secret of an application, at once and on every instance',
  params: SecretParams,
  response: { 200: ActionSchema },
  errors: ['ApplicationNotFoundError', 'SecretNotFoundError'],
  async handle({ services, actor, params: { id, secret_id } }) {
    await (await services.oauth()).applications.removeSecret(actor, id, secret_id);
    return { success: true, message: 'Secret removed successfully' };
  },
});
