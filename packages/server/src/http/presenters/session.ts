import type { Static } from 'typebox';
import { timestamp } from '../../lib/clock.ts';
import type { SessionRow } from '../../store/schema.ts';
import type { ListedSession } from '../wire/lists.ts';
import type { SessionSchema } from '../wire/schemas.ts';

export function presentSession(row: SessionRow): Static<typeof SessionSchema> {
  return {
    id: row.id,
    account_id: row.account_id,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    expires_at: timestamp(row.expires_at),
  };
}

/** A session in a list. */
export function presentListedSession(row: SessionRow): ListedSession {
  return {
    ...presentSession(row),
    created_at: timestamp(row.created_at),
    last_used_at: timestamp(row.last_used_at),
  };
}
