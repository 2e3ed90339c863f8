import { Type } from 'typebox';
import { parseTime } from '../../lib/time-text.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body } from '../wire/endpoint/schemas.ts';
import { WebhookParams } from './webhook.ts';

export const postReplay = adminEndpoint({
  summary: 'Deliver again all stored events since a time',
  params: WebhookParams,
  body: body({
    since: Type.String({
      format: 'time',
      description: 'Inclusive; RFC 3339, or UTC without a zone',
      examples: ['2026-11-22T07:00:00Z'],
    }),
  }),
  response: { 202: ActionSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services, actor, params: { id }, body: { since } }) {
    await services.webhooks.replay(actor, id, parseTime(since));
    return { success: true, message: 'The events are delivered again' };
  },
});
