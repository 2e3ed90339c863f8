import type { Kysely } from 'kysely';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type { OAuthKeyRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type OAuthKeyStore = ReturnType<typeof oauthKeyStore>;

/** Keys that sign tokens for applications. For each algorithm, one key signs. */
export function oauthKeyStore(db: Kysely<Schema>) {
  return {
    /** @throws DuplicateError if the algorithm already has a key that signs */
    async insert(key: OAuthKeyRow): Promise<void> {
      await orDuplicate(db.insertInto('oauth_keys').values(key).execute());
    },

    /** The keys that sign or are still trusted, newest first. */
    live(now: number): Promise<OAuthKeyRow[]> {
      return db
        .selectFrom('oauth_keys')
        .selectAll()
        .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
        .orderBy('created_at', 'desc')
        .orderBy('kid')
        .execute();
    },

    /** Retires the signing keys: they stay trusted until a time. @param all also ends the overlap of earlier keys then */
    async retire(until: number, { all }: { all: boolean }): Promise<void> {
      await db
        .updateTable('oauth_keys')
        .set({ expires_at: until })
        .where((is) => is.or([is('expires_at', 'is', null), ...(all ? [is('expires_at', '>', until)] : [])]))
        .execute();
    },

    /** Removes one batch of the keys that are no longer trusted. */
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
