import type { Kysely } from 'kysely';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type { OAuthKeyRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type OAuthKeyStore = ReturnType<typeof oauthKeyStore>;

/** Keys that sign tokens for applications. One for each algorithm signs. */
export function oauthKeyStore(db: Kysely<Schema>) {
  return {
    /** @throws DuplicateError if another one of the algorithm signs */
    async insert(key: OAuthKeyRow): Promise<void> {
      await orDuplicate(db.insertInto('oauth_keys').values(key).execute());
    },

    /** Those that sign or are still trusted, newest first. */
    live(now: number): Promise<OAuthKeyRow[]> {
      return db
        .selectFrom('oauth_keys')
        .selectAll()
        .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
        .orderBy('created_at', 'desc')
        .orderBy('kid')
        .execute();
    },

    /** Lets the keys that sign be trusted until a time only. @returns how many there were */
    async retire(until: number): Promise<number> {
      const result = await db
        .updateTable('oauth_keys')
        .set({ expires_at: until })
        .where('expires_at', 'is', null)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** Removes one batch of the keys that nobody trusts any more. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('oauth_keys')
          .where('kid', 'in', (query) =>
            query.selectFrom('oauth_keys').select('kid').where('expires_at', '<=', now).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
