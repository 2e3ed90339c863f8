import type { Kysely } from 'kysely';
import { lockRows } from '../engine/locks.ts';
import type { Schema, TotpRow } from '../engine/schema.ts';

const FORGIVEN = { wrong_codes: 0, wrong_since: null } as const;

export type TotpStore = ReturnType<typeof totpStore>;

/** The secrets shared with authenticator apps, one per account. */
export function totpStore(db: Kysely<Schema>) {
  return {
    async find(accountId: number): Promise<TotpRow | null> {
      const row = await db
        .selectFrom('totps')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The row, locked until the open transaction ends: other transactions that lock it wait. */
    async lock(accountId: number): Promise<TotpRow | null> {
      const row = db.selectFrom('totps').selectAll().where('account_id', '=', accountId);
      return (await lockRows(db, row).executeTakeFirst()) ?? null;
    },

    /** Stores the number of wrong codes since a time. The caller holds the lock. */
    async setWrong(accountId: number, wrong: Pick<TotpRow, 'wrong_codes' | 'wrong_since'>): Promise<void> {
      await db.updateTable('totps').set(wrong).where('account_id', '=', accountId).execute();
    },

    /** Resets the number of wrong codes. */
    async forgive(accountId: number): Promise<void> {
      await db
        .updateTable('totps')
        .set(FORGIVEN)
        .where('account_id', '=', accountId)
        .where('wrong_codes', '>', 0)
        .execute();
    },

    /** The given accounts with at least this number of wrong codes. */
    async withWrong(accountIds: readonly number[], least: number): Promise<number[]> {
      if (accountIds.length === 0) return [];
      const rows = await db
        .selectFrom('totps')
        .select('account_id')
        .where('account_id', 'in', accountIds)
        .where('wrong_codes', '>=', least)
        .execute();
      return rows.map(({ account_id: id }) => id);
    },

    /** Stores an unconfirmed secret, which replaces an earlier unconfirmed one. */
    async begin(accountId: number, sealed: string, until: number): Promise<void> {
      const pending = { sealed_pending: sealed, pending_until: until };
      await db
        .insertInto('totps')
        .values({
          account_id: accountId,
          sealed_secret: null,
          last_step: 0,
          created_at: null,
          last_used_at: null,
          ...pending,
        })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(pending))
        .execute();
    },

    /**
     * Activates the unconfirmed secret, and marks the step that confirmed it as used.
     * @param sealed the secret that was confirmed
     * @returns whether it was still unconfirmed
     */
    async confirm(accountId: number, sealed: string, step: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('totps')
        .set({
          sealed_secret: sealed,
          last_step: step,
          created_at: now,
          last_used_at: now,
          sealed_pending: null,
          pending_until: null,
          ...FORGIVEN,
        })
        .where('account_id', '=', accountId)
        .where('sealed_pending', '=', sealed)
        .where('pending_until', '>', now)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Activates a secret that was confirmed in another service. */
    async put(accountId: number, sealed: string, now: number): Promise<void> {
      await db.deleteFrom('totps').where('account_id', '=', accountId).execute();
      await db
        .insertInto('totps')
        .values({
          account_id: accountId,
          sealed_secret: sealed,
          last_step: 0,
          created_at: now,
          last_used_at: null,
          sealed_pending: null,
          pending_until: null,
        })
        .execute();
    },

    /**
     * Marks a step of a secret and all steps before it as used. Of several simultaneous uses, only one gets true.
     * @param sealed the secret that made the code
     */
    async spend(accountId: number, sealed: string, step: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('totps')
        .set({ last_step: step, last_used_at: now })
        .where('account_id', '=', accountId)
        .where('sealed_secret', '=', sealed)
        .where('last_step', '<', step)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Removes the confirmed secret and the unconfirmed one. @returns whether there was a confirmed one */
    async remove(accountId: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('totps')
        .where('account_id', '=', accountId)
        .where('sealed_secret', 'is not', null)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}
