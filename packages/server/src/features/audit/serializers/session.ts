import { type Static, Type } from 'typebox';
import { timestamp } from '../../../lib/clock.ts';
import { type Device, DEVICES, userAgentFacts } from '../../../lib/user-agent.ts';
import type { SessionRow } from '../../../store/engine/schema.ts';
import { nullable, Timestamp } from './shapes.ts';

/** The columns that the serializer needs. */
type Shown = Pick<SessionRow, 'id' | 'account_id' | 'ip_address' | 'user_agent' | 'expires_at'>;

/** A session as the API shows it. */
export const SessionSchema = Type.Object({
  id: Type.Integer({ examples: [1017] }),
  account_id: Type.Integer(),
  ip_address: Type.String(),
  user_agent: Type.String(),
  expires_at: Timestamp,
});

/** A session in a list. */
export const ListedSessionSchema = Type.Object({
  ...SessionSchema.properties,
  created_at: Timestamp,
  last_used_at: Timestamp,
  device: Type.Unsafe<Device | null>({
    type: ['string', 'null'],
    enum: [...DEVICES, null],
    description: 'Derived from the user agent, like the two fields below; null if it is unknown',
    examples: ['phone'],
  }),
  browser: nullable(Type.String({ description: 'Browser, app or program', examples: ['Safari'] })),
  system: nullable(Type.String({ description: 'Operating system', examples: ['iOS'] })),
  impersonation: Type.Optional(
    Type.Literal(true, { description: 'Only while a superadmin acts for the account' }),
  ),
});

export type SessionBody = Static<typeof SessionSchema>;

export function presentSession(row: Shown): SessionBody {
  return {
    id: row.id,
    account_id: row.account_id,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    expires_at: timestamp(row.expires_at),
  };
}

export function presentListedSession(row: SessionRow): Static<typeof ListedSessionSchema> {
  return {
    ...presentSession(row),
    created_at: timestamp(row.created_at),
    last_used_at: timestamp(row.last_used_at),
    ...userAgentFacts(row.user_agent),
    ...(row.impersonator !== null && { impersonation: true as const }),
  };
}
