import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint.ts';
import { listQuery, PAGE_FIELDS, pageRequest, presentPage } from '../wire/lists.ts';
import { presentWebhook, WebhookSchema } from './webhook.ts';

export const getWebhooks = adminEndpoint({
  summary: 'The webhooks, newest first',
  query: listQuery(['created_at'], {}),
  response: { 200: Type.Object({ ...PAGE_FIELDS, webhooks: Type.Array(WebhookSchema) }) },
  errors: [],
  async handle({ services: { store, clock }, query }) {
    const { total, rows } = await store.webhooks.list(pageRequest(query, clock.now()));
    return { ...presentPage(query, total), webhooks: rows.map(presentWebhook) };
  },
});
