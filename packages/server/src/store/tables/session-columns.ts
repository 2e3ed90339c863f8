import { type Expression, type RawBuilder, sql } from 'kysely';

/** Each column by its name, which reads faster than `*`. */
export const SESSION_COLUMNS = [
  'sessions.id',
  'sessions.account_id',
  'sessions.ip_address',
  'sessions.user_agent',
  'sessions.created_at',
  'sessions.last_used_at',
  'sessions.expires_at',
  'sessions.refresh_generation',
  'sessions.refreshed_at',
  'sessions.amr',
  'sessions.reauthenticated_at',
  'sessions.factor_at',
  'sessions.unproven',
  'sessions.impersonator',
  'sessions.membership_id',
  'sessions.method',
  'sessions.connection_organization_id',
  'sessions.connection_uid',
  'sessions.factor_vouched',
  'sessions.longest_rest',
  'sessions.mailbox_at',
] as const;

/** The longest inactivity of a session that is used at a time. */
export function restUntil(usedAt: Expression<number> | number): RawBuilder<number> {
  return sql`case when cast(${usedAt} as bigint) - last_used_at > longest_rest then cast(${usedAt} as bigint) - last_used_at else longest_rest end`;
}
