import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Schema } from '../engine/schema.ts';

/** The connection of a link's provider; null for a provider of the deployment. */
export function connectionOf(provider: string): string | null {
  return /^(con_[^:]+):/.exec(provider)?.[1] ?? null;
}

/**
 * Binds members to the organizations of connections by which they have come: otherwise an end of the link, such as an undo,
 * would be a way around the connection. Only those who have proven a mailbox, because a connection may have opened an
 * account for somebody who never came by it.
 */
export async function bindMembers(
  db: Kysely<Schema>,
  accounts: readonly number[] | SelectQueryBuilder<Schema, 'provider_links', { account_id: number }>,
  connections: readonly string[],
): Promise<void> {
  if (connections.length === 0) return;
  await db
    .updateTable('memberships')
    .set({ bound: 1 })
    .where('account_id', 'in', accounts)
    .where('account_id', 'in', db.selectFrom('accounts').select('id').where('email_verified', '=', 1))
    .where(
      'organization_id',
      'in',
      db.selectFrom('connections').select('organization_id').where('uid', 'in', connections),
    )
    .execute();
}
