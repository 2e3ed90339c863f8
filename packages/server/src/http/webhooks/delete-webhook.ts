import { signedInEndpoint } from '../wire/endpoint.ts';
import { ActionSchema } from '../wire/schemas.ts';
import { WebhookParams } from './webhook.ts';

export const deleteWebhook = signedInEndpoint({
  summary: 'Delete a webhook with its deliveries',
  params: WebhookParams,
  response: { 200: ActionSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services, caller, client, params: { id } }) {
    await services.webhooks.delete({ caller, client }, id);
    return { success: true, message: 'Webhook deleted successfully' };
  },
});
