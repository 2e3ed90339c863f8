import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { Description, NewSecretSchema, presentWebhook, Types, Url } from './webhook.ts';

export const postWebhook = adminEndpoint({
  summary: 'Add a webhook, which receives every event from now on; only this answer shows its secret',
  body: body({
    url: Url,
    types: Type.Optional(Types),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean({ description: 'Default: true' })),
  }),
  response: { 201: NewSecretSchema },
  errors: [],
  async handle({ services, actor, body: { url, types = null, description = '', enabled = true } }) {
    const fields = { url, types, description, enabled };
    const { webhook, secret } = await services.webhooks.create(actor, fields);
    return { ...presentWebhook(webhook), secret };
  },
});
