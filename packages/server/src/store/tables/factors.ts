import { type Kysely, sql } from 'kysely';
import type { Schema } from '../engine/schema.ts';
import { activeAccounts } from './accounts.ts';

/** The id and the name of a passkey. */
export type RemovedFactor =
  { type: 'totp'; id: null; name: null } | { type: 'passkey'; id: number; name: string };

export type FactorStore = ReturnType<typeof factorStore>;

/** Operations on all kinds of factors of an account. Callers hold the account's lock. */
export function factorStore(db: Kysely<Schema>) {
  const TABLES = ['totps', 'passkeys', 'recovery_codes'] as const;

  /**
   * Updates the enrolled factors in the account's row. If the account has no factor left, removes its recovery codes, and
   * its sessions have answered none: whoever adds the next one must not be taken for the person who had the last.
   */
  async function recount(accountId: number): Promise<number> {
    const totp = sql<number>`case when exists (select 1 from totps where account_id = ${accountId} and sealed_secret is not null) then 1 else 0 end`;
    const passkey = sql<number>`case when exists (select 1 from passkeys where account_id = ${accountId}) then 2 else 0 end`;
    const { second_factors: bits } = await db
      .updateTable('accounts')
      .set({ second_factors: sql<number>`${totp} + ${passkey}` })
      .where('id', '=', accountId)
      .returning('second_factors')
      .executeTakeFirstOrThrow();
    if (bits > 0) return bits;
    await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
    await db
      .updateTable('sessions')
      .set({ factor_at: null, amr: sql`replace(amr, ' mfa', '')` })
      .where('account_id', '=', accountId)
      .where('factor_at', 'is not', null)
      // The identity provider's factor is still there.
      .where('factor_vouched', '=', 0)
      .execute();
    return bits;
  }

  return {
    recount,

    /** Removes all factors of an account, including unconfirmed ones. */
    async deleteOfAccount(accountId: number): Promise<void> {
      for (const table of TABLES) await db.deleteFrom(table).where('account_id', '=', accountId).execute();
      await recount(accountId);
    },

    /** Removes the secret of an app that waits for its confirmation. */
    async dropPending(accountId: number): Promise<void> {
      await db
        .updateTable('totps')
        .set({ sealed_pending: null, pending_until: null })
        .where('account_id', '=', accountId)
        .where('sealed_pending', 'is not', null)
        .execute();
    },

    /** Removes the factors and recovery codes that were added since a time. @returns the factors */
    async deleteSince(accountId: number, since: number): Promise<RemovedFactor[]> {
      await db
        .deleteFrom('recovery_codes')
        .where('account_id', '=', accountId)
        .where((is) => is.or([is('created_at', '>=', since), is('created_at', 'is', null)]))
        .execute();
      const totps = await db
        .deleteFrom('totps')
        .where('account_id', '=', accountId)
        .where((is) => is.or([is('created_at', '>=', since), is('sealed_secret', 'is', null)]))
        .returning('sealed_secret')
        .execute();
      const passkeys = await db
        .deleteFrom('passkeys')
        .where('account_id', '=', accountId)
        .where('created_at', '>=', since)
        .returning(['id', 'name'])
        .execute();
      await recount(accountId);
      return [
        ...totps
          .filter(({ sealed_secret: secret }) => secret !== null)
          .map(() => ({ type: 'totp' as const, id: null, name: null })),
        ...passkeys.map((passkey) => ({ type: 'passkey' as const, ...passkey })),
      ];
    },

    /** The number of active superadmins without a second factor. */
    async superadminsWithout(): Promise<number> {
      const { count } = await activeAccounts(db, 'superadmin')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('second_factors', '=', 0)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
