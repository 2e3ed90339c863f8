import type { Kysely } from 'kysely';
import type { Schema } from '../engine/schema.ts';

/** The accounts that somebody has removed from an organization. */
export function removedMembers(db: Kysely<Schema>) {
  return {
    /** Whether somebody has removed an account from an organization, and nobody has let it in again. */
    async wasRemoved(organizationId: number, accountId: number): Promise<boolean> {
      const row = await db
        .selectFrom('removed_members')
        .select('account_id')
        .where('organization_id', '=', organizationId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async noteRemoval(organization_id: number, account_id: number): Promise<void> {
      await db
        .insertInto('removed_members')
        .values({ organization_id, account_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async forgetRemoval(organizationId: number, accountId: number): Promise<void> {
      await db
        .deleteFrom('removed_members')
        .where('organization_id', '=', organizationId)
        .where('account_id', '=', accountId)
        .execute();
    },
  };
}
