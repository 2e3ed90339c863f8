import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type ExchangeStore = ReturnType<typeof exchangeStore>;

/** One-time codes that stand for a session which has just begun. */
export function exchangeStore(db: Kysely<Schema>) {
  return {
    async insert(exchange: { code_hash: string; session_id: number; expires_at: number }): Promise<void> {
      await db.insertInto('exchanges').values(exchange).execute();
    },

    /** Takes a code away. @returns its session's id, or null: of any number of takers at once only one gets it */
    async take(codeHash: string, now: number): Promise<number | null> {
      const row = await db
        .deleteFrom('exchanges')
        .where('code_hash', '=', codeHash)
        .returning(['session_id', 'expires_at'])
        .executeTakeFirst();
      return row !== undefined && row.expires_at > now ? row.session_id : null;
    },

    /** @returns how many there were */
    async deleteExpired(now: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('exchanges')
        .where('expires_at', '<=', now)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
