import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

export type FactorStore = ReturnType<typeof factorStore>;

/** What the factors of an account have in common. Callers hold the account's lock. */
export function factorStore(db: Kysely<Schema>) {
  const TABLES = ['totps', 'passkeys', 'recovery_codes'] as const;

  /** Writes which factors an account has into its row. Without any, its recovery codes open nothing and go. */
  async function recount(accountId: number): Promise<number> {
    const { second_factors: bits } = await db
      .updateTable('accounts')
      .set({
        second_factors: sql<number>`
          case when exists (select 1 from totps where account_id = ${accountId} and sealed_secret is not null) then 1 else 0 end
          + case when exists (select 1 from passkeys where account_id = ${accountId}) then 2 else 0 end`,
      })
      .where('id', '=', accountId)
      .returning('second_factors')
      .executeTakeFirstOrThrow();
    if (bits === 0) await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
    return bits;
  }

  return {
    recount,

    /** Removes all factors of an account, and what waits for confirmation. */
    async deleteOfAccount(accountId: number): Promise<void> {
      for (const table of TABLES) await db.deleteFrom(table).where('account_id', '=', accountId).execute();
      await recount(accountId);
    },

    /** How many active superadmins have no second factor. */
    async superadminsWithout(): Promise<number> {
      const { count } = await db
        .selectFrom('accounts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('role', '=', 'superadmin')
        .where('status', '=', 'active')
        .where('second_factors', '=', 0)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
