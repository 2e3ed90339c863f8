import type { Kysely } from 'kysely';
import type { OAuthRequestRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type OAuthRequestStore = ReturnType<typeof oauthRequestStore>;

/** The key of a request; the browser is null for a pushed request. */
type Key = Pick<OAuthRequestRow, 'id_hash' | 'browser_hash'>;

/** Authorization requests that were pushed, or that a person has not answered yet. */
export function oauthRequestStore(db: Kysely<Schema>) {
  return {
    async insert(request: OAuthRequestRow): Promise<void> {
      await db.insertInto('oauth_requests').values(request).execute();
    },

    /** A live request of a browser; null if there is none. */
    async find({ id_hash, browser_hash }: Key, now: number): Promise<OAuthRequestRow | null> {
      const row = await db
        .selectFrom('oauth_requests')
        .selectAll()
        .where('id_hash', '=', id_hash)
        .where('browser_hash', 'is not distinct from', browser_hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Removes and returns a live request. Of several simultaneous callers, only one gets it. */
    async take({ id_hash, browser_hash }: Key, now: number): Promise<OAuthRequestRow | null> {
      const row = await db
        .deleteFrom('oauth_requests')
        .where('id_hash', '=', id_hash)
        .where('browser_hash', 'is not distinct from', browser_hash)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Removes one batch of the requests that were not answered in time. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('oauth_requests')
          .where('id_hash', 'in', (query) =>
            query.selectFrom('oauth_requests').select('id_hash').where('expires_at', '<=', now).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
