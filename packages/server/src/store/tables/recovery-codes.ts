import type { Kysely } from 'kysely';
import type { Schema } from '../engine/schema.ts';

export type RecoveryCodeStore = ReturnType<typeof recoveryCodeStore>;

/** The hashes of unused recovery codes. */
export function recoveryCodeStore(db: Kysely<Schema>) {
  return {
    /** The first of these codes that the account has; null if it has none. */
    async among(accountId: number, codeHashes: readonly string[]): Promise<string | null> {
      if (codeHashes.length === 0) return null;
      const row = await db
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('account_id', '=', accountId)
        .where('code_hash', 'in', codeHashes)
        .executeTakeFirst();
      return row?.code_hash ?? null;
    },

    async count(accountId: number): Promise<number> {
      const { codes } = await db
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('codes'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return codes;
    },

    /** Removes the codes of an account and adds these. */
    async replace(accountId: number, codeHashes: readonly string[], now: number): Promise<void> {
      await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
      const rows = codeHashes.map((code_hash) => ({
        account_id: accountId,
        code_hash,
        created_at: now,
      }));
      await db.insertInto('recovery_codes').values(rows).execute();
    },

    /** Removes a code. Of several simultaneous callers, only one gets true. */
    async spend(accountId: number, codeHash: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('account_id', '=', accountId)
        .where('code_hash', '=', codeHash)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}
