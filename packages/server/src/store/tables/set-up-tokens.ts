import type { Kysely } from 'kysely';
import type { Schema } from '../engine/schema.ts';

/** Tokens of set-up links, for all instances. There are none once there is a superadmin. */
export function setUpTokenStore(db: Kysely<Schema>) {
  return {
    /** Adds a token, and drops those that have expired by `now`. */
    async insert(token: { token_hash: string; expires_at: number }, now: number): Promise<void> {
      await db.deleteFrom('set_up_tokens').where('expires_at', '<=', now).execute();
      await db.insertInto('set_up_tokens').values(token).execute();
    },

    async isLive(tokenHash: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('set_up_tokens')
        .select('expires_at')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row !== undefined && row.expires_at > now;
    },

    async deleteAll(): Promise<void> {
      await db.deleteFrom('set_up_tokens').execute();
    },
  };
}
