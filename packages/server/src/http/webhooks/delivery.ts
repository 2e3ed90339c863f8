import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { type Attempt, readAttempts } from '../../features/delivery/webhooks/attempts.ts';
import { timestamp } from '../../lib/clock.ts';
import type { ListedDelivery } from '../../store/tables/deliveries.ts';
import { WebhookParams } from './webhook.ts';

/** The answer of a receiver. */
export const ResultSchema = Type.Object({
  status_code: nullable(Type.Integer({ description: 'Null if no answer began', examples: [200] })),
  duration_ms: Type.Integer({ examples: [38] }),
  response_body: nullable(
    Type.String({ description: 'The first KiB; null if no answer began', examples: ['ok'] }),
  ),
  error: nullable(Type.String({ description: 'Null if it succeeded', examples: [null] })),
});

export const STATES = ['pending', 'succeeded', 'failed'] as const;
export const State = Type.Unsafe<(typeof STATES)[number]>({
  type: 'string',
  enum: [...STATES],
  examples: ['succeeded'],
});

const DeliveryId = Type.String({ examples: ['dlv_4Yb1Qm0cW2nS8tJx6Kd3Vg'] });

export const DeliveryParams = Type.Object({ ...WebhookParams.properties, delivery: DeliveryId });

export const DeliverySchema = Type.Object({
  id: DeliveryId,
  event_id: Type.String({ examples: ['evt_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
  type: Type.String({ examples: ['session.ended'] }),
  state: State,
  attempts: Type.Array(
    Type.Object({ at: { ...Timestamp, examples: ['2026-01-31T12:00:00.000'] }, ...ResultSchema.properties }),
    {
      description: 'Oldest first',
    },
  ),
  next_attempt_at: nullable(
    Type.String({ description: 'In the form of at; null unless the delivery is pending', examples: [null] }),
  ),
});

export function presentResult({ status_code, duration_ms, response_body, error }: Attempt) {
  return { status_code, duration_ms, response_body, error };
}

export function presentDelivery(row: ListedDelivery): Static<typeof DeliverySchema> {
  return {
    id: row.uid,
    event_id: row.event_uid,
    type: row.type,
    state: row.state,
    attempts: readAttempts(row.attempts).map((attempt) => ({
      at: timestamp(attempt.at),
      ...presentResult(attempt),
    })),
    next_attempt_at: row.next_attempt_at === null ? null : timestamp(row.next_attempt_at),
  };
}
