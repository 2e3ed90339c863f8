import { EVENT_TYPES, type EventType } from '../../features/audit/events/event-types.ts';
import { nameOf, TYPES } from './event-components.ts';
import { exampleOf } from './examples.ts';
import type { Json } from './schemas.ts';

/**
 * The headers of Standard Webhooks 1.0, which every delivery has. They are not components, because oapi-codegen does
 * not find those of webhooks.
 */
const HEADERS: readonly Json[] = [
  header('webhook-id', {
    description:
      "The event's id, the same at every attempt: a receiver that has seen it answers 2xx and does nothing",
    schema: { type: 'string' },
    example: 'evt_4Yb1Qm0cW2nS8tJx6Kd3Vg',
  }),
  header('webhook-timestamp', {
    description:
      'When this attempt was made, in Unix seconds; refuse it when it is more than five minutes away',
    schema: { type: 'integer' },
    example: 1_769_860_800,
  }),
  header('webhook-signature', {
    description:
      "`v1,` and the base64 of an HMAC-SHA256, with the webhook's secret, of the id, the timestamp and the body, joined by dots. While secrets are being replaced there is one for each, with a space between them",
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
];

/** The answers of a receiver. */
export const WEBHOOK_RESPONSES: Json = {
  WebhookReceived: {
    description: 'Received, within 15 seconds. After any other answer Keyward tries again',
  },
  WebhookUnwanted: { description: 'No longer wanted: Keyward disables the webhook' },
};

/** The messages of Keyward to webhooks: an entry for each type of event. @param schemas the components */
export function webhooks(schemas: Json): Json {
  return Object.fromEntries(TYPES.map((type) => [type, { post: delivery(type, schemas) }]));
}

function delivery(type: EventType, schemas: Json): Json {
  const { about, class: eventClass } = EVENT_TYPES[type];
  const schema = { $ref: `#/components/schemas/${nameOf(type)}` };
  return {
    operationId: `on${nameOf(type)}`,
    summary: type,
    description: [about, eventClass === 'audit' ? 'An audit event.' : 'An event of the activity.'].join(' '),
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
    },
    responses: {
      '2XX': { $ref: '#/components/responses/WebhookReceived' },
      410: { $ref: '#/components/responses/WebhookUnwanted' },
    },
  };
}

function header(name: string, facts: Json): Json {
  return { name, in: 'header', required: true, ...facts };
}
