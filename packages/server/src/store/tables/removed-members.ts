import type { Kysely } from 'kysely';
import { inChunks } from '../engine/in-chunks.ts';
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

    async noteRemovals(organization_id: number, accountIds: readonly number[]): Promise<void> {
      for (const some of inChunks(accountIds))
        await db
          .insertInto('removed_members')
          .values(some.map((account_id) => ({ organization_id, account_id })))
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
