import type { Kysely } from 'kysely';
import type { Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type UsedIdTokenStore = ReturnType<typeof usedIdTokenStore>;

/** Hashes of tokens that must not be used again, with their kind. */
export function usedIdTokenStore(db: Kysely<Schema>) {
  return {
    /**
     * @param expiresAt may have fractions of a second in the claims of a token, which no column accepts
     * @returns false for a token that was used before; of several simultaneous calls, one returns true
     */
    async use(tokenHash: string, expiresAt: number): Promise<boolean> {
      const result = await db
        .insertInto('used_id_tokens')
        .values({ token_hash: tokenHash, expires_at: Math.ceil(expiresAt) })
        .onConflict((conflict) => conflict.column('token_hash').doNothing())
        .executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    },

    async isUsed(tokenHash: string): Promise<boolean> {
      const row = await db
        .selectFrom('used_id_tokens')
        .select('token_hash')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Removes one batch of the expired ones. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('used_id_tokens')
          .where('token_hash', 'in', (query) =>
            query
              .selectFrom('used_id_tokens')
              .select('token_hash')
              .where('expires_at', '<=', now)
              .limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
