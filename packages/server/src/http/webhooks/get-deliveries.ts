import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { DeliverySchema, presentDelivery, State } from './delivery.ts';
import { WebhookParams } from './webhook.ts';

const DELIVERIES = listOf('deliveries', ['created_at'], { state: Type.Optional(State) });

export const getDeliveries = callableEndpoint({
  summary: "A webhook's deliveries with their attempts, newest first",
  params: WebhookParams,
  query: DELIVERIES.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, deliveries: Type.Array(DeliverySchema) }) },
  errors: ['WebhookNotFoundError'],
  async handle({ services: { store, clock }, params: { id }, query, signal }) {
    const webhook = await store.webhooks.find(id);
    if (webhook === null) throw new KeywardError('WebhookNotFoundError');
    const asked = DELIVERIES.asked(query, { now: clock.now(), signal }, id);
    const page = await store.deliveries.list({
      ...asked.request,
      webhookId: webhook.id,
      state: query.state,
    });
    return { ...asked.present(page), deliveries: page.rows.map(presentDelivery) };
  },
});
