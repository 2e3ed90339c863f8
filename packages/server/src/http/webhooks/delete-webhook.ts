import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { WebhookParams } from './webhook.ts';

export const deleteWebhook = adminEndpoint({
  summary: 'Delete a webhook with its deliveries',
  params: WebhookParams,
  response: { 200: ActionSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services, actor, params: { id } }) {
    await services.webhooks.delete(actor, id);
    return { success: true, message: 'Webhook deleted successfully' };
  },
});
