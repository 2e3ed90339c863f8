import { Type } from 'typebox';
import { assertRecent } from '../../features/audit/actors/actor.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import {
  Description,
  Organization,
  presentWebhook,
  Types,
  Url,
  WebhookParams,
  WebhookSchema,
} from './webhook.ts';

export const patchWebhook = adminEndpoint({
  summary: 'Change a webhook; a webhook that is enabled again receives every event from now on',
  params: WebhookParams,
  body: body({
    url: Type.Optional(Url),
    types: Type.Optional(Types),
    organization: Type.Optional(Organization),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean()),
  }),
  response: { 200: WebhookSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services, actor, params: { id }, body: fields }) {
    const { url, types, organization } = fields;
    if ([url, types, organization].some((field) => field !== undefined))
      await assertRecent(actor, services.recent);
    return presentWebhook(await services.webhooks.change(actor, id, fields));
  },
});
