import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { adminEndpoint } from '../wire/endpoint.ts';
import { listQuery, PAGE_FIELDS, pageRequest, presentPage } from '../wire/lists.ts';
import { DeliverySchema, presentDelivery, State } from './delivery.ts';
import { WebhookParams } from './webhook.ts';

export const getDeliveries = adminEndpoint({
  summary: "A webhook's deliveries with their attempts, newest first",
  params: WebhookParams,
  query: listQuery(['created_at'], { state: Type.Optional(State) }),
  response: { 200: Type.Object({ ...PAGE_FIELDS, deliveries: Type.Array(DeliverySchema) }) },
  errors: ['WebhookNotFoundError'],
  async handle({ services: { store, clock }, params: { id }, query }) {
    const webhook = await store.webhooks.find(id);
    if (webhook === null) throw new KeywardError('WebhookNotFoundError');
    const { total, rows } = await store.deliveries.list({
      ...pageRequest(query, clock.now()),
      webhookId: webhook.id,
      state: query.state,
    });
    return { ...presentPage(query, total), deliveries: rows.map(presentDelivery) };
  },
});
