import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { DeliveryParams } from './delivery.ts';

export const postRetry = adminEndpoint({
  summary: 'Attempt a delivery again now, whatever its outcome was',
  params: DeliveryParams,
  response: { 202: ActionSchema },
  errors: ['WebhookNotFoundError', 'DeliveryNotFoundError'],
  async handle({ services, actor, params: { id, delivery } }) {
    await services.webhooks.retry(actor, id, delivery);
    return { success: true, message: 'The delivery is attempted again' };
  },
});
