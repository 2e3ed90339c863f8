import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { Description, NewSecretSchema, Organization, presentWebhook, Types, Url } from './webhook.ts';

export const postWebhook = adminEndpoint({
  summary: 'Add a webhook, which receives every event from now on; only this answer shows its secret',
  body: body({
    url: Url,
    types: Type.Optional(Types),
    organization: Type.Optional(Organization),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean({ description: 'Default: true' })),
  }),
  response: { 201: NewSecretSchema },
  errors: [],
  async handle({ services, actor, body: given }) {
    const { url, types = null, organization = null, description = '', enabled = true } = given;
    const fields = { url, types, organization, description, enabled };
    const { webhook, secret } = await services.webhooks.create(actor, fields);
    return { ...presentWebhook(webhook), secret };
  },
});
