import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { NewSecretSchema, presentWebhook, WebhookParams } from './webhook.ts';

export const postSecret = adminEndpoint({
  summary: 'Give a webhook a new secret; the old one also signs for 24 hours',
  params: WebhookParams,
  response: { 200: NewSecretSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services, actor, params: { id } }) {
    const { webhook, secret } = await services.webhooks.newSecret(actor, id);
    return { ...presentWebhook(webhook), secret };
  },
});
