import type { Kysely } from 'kysely';
import type { ExchangeRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type ExchangeStore = ReturnType<typeof exchangeStore>;

/** One-time codes, each for a session that has just begun. */
export function exchangeStore(db: Kysely<Schema>) {
  return {
    async insert(exchange: ExchangeRow): Promise<void> {
      await db.insertInto('exchanges').values(exchange).execute();
    },

    /**
     * Removes and returns a code. Of several simultaneous callers, only one gets it, even if its request fails later.
     */
    async take(codeHash: string, now: number): Promise<ExchangeRow | null> {
      const row = await db
        .deleteFrom('exchanges')
        .where('code_hash', '=', codeHash)
        .returningAll()
        .executeTakeFirst();
      return row !== undefined && row.expires_at > now ? row : null;
    },

    /** Removes the codes for sessions of an account. */
    async deleteOfAccount(accountId: number): Promise<void> {
      await db
        .deleteFrom('exchanges')
        .where('session_id', 'in', (query) =>
          query.selectFrom('sessions').select('id').where('account_id', '=', accountId),
        )
        .execute();
    },

    /** Removes one batch of the codes that were not exchanged in time. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('exchanges')
          .where('code_hash', 'in', (query) =>
            query.selectFrom('exchanges').select('code_hash').where('expires_at', '<=', now).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
