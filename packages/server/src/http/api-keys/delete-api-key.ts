import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { IdParams } from '../wire/endpoint/lists.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const deleteApiKey = adminEndpoint({
  summary: 'Revoke an API key, at once and on every instance',
  params: IdParams,
  response: { 200: ActionSchema },
  errors: ['ApiKeyNotFoundError'],
  async handle({ services, actor, params: { id } }) {
    await services.apiKeys.revoke(actor, id);
    return { success: true, message: 'API key revoked successfully' };
  },
});
