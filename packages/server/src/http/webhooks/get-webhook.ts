import { KeywardError } from '../../errors.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentWebhook, WebhookParams, WebhookSchema } from './webhook.ts';

export const getWebhook = adminEndpoint({
  summary: 'A webhook',
  params: WebhookParams,
  response: { 200: WebhookSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services: { store }, params: { id } }) {
    const webhook = await store.webhooks.find(id);
    if (webhook === null) throw new KeywardError('WebhookNotFoundError');
    return presentWebhook(webhook);
  },
});
