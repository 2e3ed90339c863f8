import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentResult, ResultSchema } from './delivery.ts';
import { WebhookParams } from './webhook.ts';

export const postTest = adminEndpoint({
  summary: 'Send a webhook an event of the type webhook.test now, and show its answer',
  params: WebhookParams,
  response: { 200: ResultSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services, actor, params: { id } }) {
    return presentResult(await services.webhooks.test(actor, id));
  },
});
