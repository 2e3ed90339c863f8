import { type Static, Type } from 'typebox';
import { SCOPES } from '../../features/audit/actors/scopes.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { wordsOf } from '../../features/identity/api-keys/api-key.ts';
import { timestamp } from '../../lib/clock.ts';
import type { ApiKeyRow } from '../../store/engine/schema.ts';

/** API keys as the API shows them. */
export const ApiKeySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String({ examples: ['Billing'] }),
  hint: Type.String({ description: 'The beginning of the key', examples: ['kw_live_00P7TM'] }),
  scopes: Type.Array(Type.String(), { examples: [['accounts:read', 'events:read']] }),
  allowed_addresses: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Null: any',
    examples: [['192.0.2.0/24']],
  }),
  created_by: nullable(Type.Integer({ description: "The superadmin's account" })),
  created_at: Timestamp,
  expires_at: nullable(
    Type.String({
      description: 'In the form of created_at; null: never',
      examples: ['2027-01-31T12:00:00.000'],
    }),
  ),
  last_used_at: nullable(
    Type.String({
      description: 'To the minute, in the form of created_at; null: never',
      examples: ['2026-03-01T09:30:00.000'],
    }),
  ),
  last_used_ip: nullable(Type.String({ examples: ['192.0.2.7'] })),
});

export function presentApiKey(row: ApiKeyRow): Static<typeof ApiKeySchema> {
  const { id, name, hint, scopes, allowed_addresses: ranges, created_by, last_used_ip } = row;
  const time = (at: number | null) => (at === null ? null : timestamp(at));
  return {
    id,
    name,
    hint,
    scopes: wordsOf(scopes),
    allowed_addresses: ranges === null ? null : wordsOf(ranges),
    created_by,
    created_at: timestamp(row.created_at),
    expires_at: time(row.expires_at),
    last_used_at: time(row.last_used_at),
    last_used_ip,
  };
}

export const Scopes = Type.Array(Type.Enum([...SCOPES]), {
  minItems: 1,
  maxItems: SCOPES.length,
  description: 'What the key may do; no scope includes another',
  examples: [['accounts:read', 'events:read']],
});
