import { type Static, Type } from 'typebox';
import { invalidFields } from '../../../errors.ts';
import type { Origin } from '../../../features/audit/events/event-types.ts';
import { nullable } from '../../../features/audit/serializers/shapes.ts';
import { parseTime, TIME_PATTERN } from '../../../lib/time-text.ts';
import { getEvents } from '../../events/get-events.ts';
import { Id } from '../../wire/endpoint/lists.ts';
import { call, tool } from './tool.ts';

const MINUTE_MS = 60_000;
const MOST = 50;

/** An event, limited to what agents need. */
export const BriefEventSchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  type: Type.String(),
  actor: nullable(Type.String({ description: 'Who did it; null for an anonymous request' })),
  through: nullable(Type.String({ description: 'The application that acted for the actor' })),
  ip_address: nullable(Type.String()),
  account_id: nullable(Type.Integer({ description: 'The account that it is about' })),
  reason: nullable(Type.String()),
  count: Type.Integer({ description: 'Repeated attempts are one event' }),
});

interface Told extends Partial<Origin> {
  account?: { id: number } | null;
  session?: { account_id: number };
  reason?: string;
  count?: number;
}

export function briefEvent(event: {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}): Static<typeof BriefEventSchema> {
  const data: Told = Object(event.data);
  const { actor = null, client, through, account, session, reason = null, count = 1 } = data;
  return {
    id: event.id,
    at: event.timestamp,
    type: event.type,
    actor: actor && [actor.type, actor.id, actor.name].filter((part) => part !== null).join(' '),
    through: through?.name ?? null,
    ip_address: client?.ip_address ?? null,
    account_id: account?.id ?? session?.account_id ?? null,
    reason,
    count,
  };
}

export const whatHappened = tool({
  name: 'what_happened',
  title: 'What happened around a time',
  description: 'Reads the audit log around a time: who did what, and from where. Oldest first.',
  scopes: ['events:read'],
  effect: 'reads',
  input: Type.Object({
    around: Type.String({
      pattern: TIME_PATTERN,
      description: 'UTC without a zone',
      examples: ['2026-01-31T12:00:00Z'],
    }),
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_440, description: 'Before and after it. Default: 15' }),
    ),
    account_id: Type.Optional({ ...Id, description: 'Only events about this account' }),
    types: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 20,
        description: 'Only these types, or groups such as login.*',
      }),
    ),
  }),
  output: Type.Object({
    events: Type.Array(BriefEventSchema),
    has_more: Type.Boolean({ description: 'Whether there are more: ask for fewer minutes or types' }),
  }),
  async run({ around, minutes = 15, account_id, types }, context) {
    const at = parseTime(around);
    if (Number.isNaN(at)) throw invalidFields({ path: 'around', message: 'is no day of the calendar' });
    const time = (ms: number) => new Date(ms).toISOString();
    const { events, has_more } = await call(context, getEvents, {
      since: time(at - minutes * MINUTE_MS),
      until: time(at + minutes * MINUTE_MS),
      account_id,
      type: types,
      order: 'asc',
      limit: MOST,
    });
    return { events: events.map(briefEvent), has_more };
  },
});
