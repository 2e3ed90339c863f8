import { signedInEndpoint } from '../wire/endpoint.ts';
import { NewSecretSchema, presentWebhook, WebhookParams } from './webhook.ts';

export const postSecret = signedInEndpoint({
  summary: 'Give a webhook a new secret; the old one signs too for 24 hours',
  params: WebhookParams,
  response: { 200: NewSecretSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services, caller, client, params: { id } }) {
    const { webhook, secret } = await services.webhooks.newSecret({ caller, client }, id);
    return { ...presentWebhook(webhook), secret };
  },
});
