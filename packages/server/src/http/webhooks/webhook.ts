import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { EventTypePattern } from '../../features/audit/events/event-types.ts';
import { readTypes } from '../../features/delivery/webhooks/types.ts';
import { timestamp } from '../../lib/clock.ts';
import type { WebhookRow } from '../../store/engine/schema.ts';
import { RECENT, type RecentDeliveries } from '../../store/tables/webhooks.ts';

/** Webhooks as the API shows them, and the fields that a superadmin chooses. */

const URL_EXAMPLE = 'https://app.example.org/hooks/keyward';
const TYPES_EXAMPLE = ['account.*', 'session.ended'];

const WebhookId = Type.String({ examples: ['whk_4Yb1Qm0cW2nS8tJx6Kd3Vg'] });

export const WebhookSchema = Type.Object({
  id: WebhookId,
  url: Type.String({ examples: [URL_EXAMPLE] }),
  types: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Null: all',
    examples: [TYPES_EXAMPLE],
  }),
  organization: nullable(
    Type.String({
      description: 'The organization to whose events the webhook is limited; null: all events',
      examples: [null],
    }),
  ),
  description: Type.String({ examples: ['Customers'] }),
  enabled: Type.Boolean(),
  disabled_reason: Type.Unsafe<'gone' | 'failing' | null>({
    type: ['string', 'null'],
    enum: ['gone', 'failing', null],
    examples: [null],
    description:
      'Why the service disabled it: the receiver answered 410, or failed for five days. Null if it is enabled, and if a superadmin disabled it',
  }),
  failing_since: nullable(
    Type.String({
      description: 'The first failure since the last success, in the form of created_at',
      examples: [null],
    }),
  ),
  created_at: Timestamp,
});

/** With a summary of its deliveries. */
export const ListedWebhookSchema = Type.Object({
  ...WebhookSchema.properties,
  last_attempt_at: nullable(
    Type.String({ description: 'In the form of created_at; null before the first', examples: [null] }),
  ),
  success_rate: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: `The share of its last ${RECENT} deliveries that succeeded; null before the first`,
      examples: [0.98],
    }),
  ),
});

/** With the secret, which no other answer shows. */
export const NewSecretSchema = Type.Object({
  ...WebhookSchema.properties,
  secret: Type.String({
    description: 'Signs the messages. Keep it now: it is not shown again',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3v9mZP2dBXY='],
  }),
});

export function presentWebhook(row: WebhookRow): Static<typeof WebhookSchema> {
  const { uid, url, types, organization, description, enabled, disabled_reason: reason } = row;
  return {
    id: uid,
    url,
    types: readTypes(types),
    organization,
    description,
    enabled: enabled === 1,
    disabled_reason: reason === 'gone' || reason === 'failing' ? reason : null,
    failing_since: row.failing_since === null ? null : timestamp(row.failing_since),
    created_at: timestamp(row.created_at),
  };
}

/** @param recent undefined for a webhook that was added a moment ago */
export function presentListedWebhook(
  row: WebhookRow,
  { last_at: last, attempted, succeeded }: RecentDeliveries = { last_at: null, attempted: 0, succeeded: 0 },
): Static<typeof ListedWebhookSchema> {
  return {
    ...presentWebhook(row),
    last_attempt_at: last === null ? null : timestamp(last),
    success_rate: attempted === 0 ? null : succeeded / attempted,
  };
}

export const WebhookParams = Type.Object({ id: WebhookId });

export const Url = Type.String({
  format: 'web-url',
  examples: [URL_EXAMPLE],
  description:
    'http or https, without credentials. It must lead to a public address, unless KEYWARD_WEBHOOK_NETWORKS allows its network',
});
export const Types = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: EventTypePattern,
  minItems: 1,
  maxItems: 100,
  examples: [TYPES_EXAMPLE],
  description: 'Types of events, or groups of them such as `account.*`; null: all',
});
export const Organization = nullable(
  Type.String({
    pattern: '^org_[A-Za-z0-9_-]{22}$',
    examples: ['org_4Yb1Qm0cW2nS8tJx6Kd3Vg'],
    description: 'The id of the organization to whose events the webhook is limited; null: all events',
  }),
);
export const Description = Type.String({ format: 'text', maxLength: 200, examples: ['Customers'] });
