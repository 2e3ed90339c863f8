import { Type } from 'typebox';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { ListedWebhookSchema, presentListedWebhook } from './webhook.ts';

const WEBHOOKS = listOf('webhooks', ['created_at'], {});

export const getWebhooks = callableEndpoint({
  summary: 'The webhooks, newest first',
  query: WEBHOOKS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, webhooks: Type.Array(ListedWebhookSchema) }) },
  errors: [],
  async handle({ services: { store, clock }, query, signal }) {
    const asked = WEBHOOKS.asked(query, { now: clock.now(), signal });
    const page = await store.webhooks.list(asked.request);
    const recent = await store.webhooks.recent(page.rows.map(({ id }) => id));
    return {
      ...asked.present(page),
      webhooks: page.rows.map((row) => presentListedWebhook(row, recent.get(row.id))),
    };
  },
});
