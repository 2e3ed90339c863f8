import { Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body } from '../wire/endpoint/schemas.ts';
import { WebhookParams } from './webhook.ts';

export const postReplay = adminEndpoint({
  summary: 'Deliver all stored events since a time again',
  params: WebhookParams,
  body: body({
    since: Type.String({
      maxLength: 40,
      description: 'Inclusive; RFC 3339, or UTC without a zone',
      examples: ['2026-11-22T07:00:00Z'],
    }),
  }),
  response: { 202: ActionSchema },
  errors: ['WebhookNotFoundError'],
  async handle({ services, actor, params: { id }, body: { since } }) {
    await services.webhooks.replay(actor, id, timeOf(since));
    return { success: true, message: 'The events are delivered again' };
  },
});

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/i;

/** @throws KeywardError `ValidationError` */
function timeOf(text: string): number {
  const [matched, zone] = TIME.exec(text) ?? [];
  const time = matched === undefined ? Number.NaN : Date.parse(zone === undefined ? `${text}Z` : text);
  if (Number.isNaN(time))
    throw invalidFields({ path: 'since', message: 'must be a time such as 2026-11-22T07:00:00Z' });
  return time;
}
