import type { Static } from 'typebox';
import { timestamp } from '../../lib/clock.ts';
import type { SessionRow } from '../../store/schema.ts';
import type { SessionSchema } from '../schemas.ts';

export function presentSession(row: SessionRow): Static<typeof SessionSchema> {
  return {
    id: row.id,
    account_id: row.account_id,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    expires_at: timestamp(row.expires_at),
  };
}
