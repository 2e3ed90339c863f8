import type { Kysely } from 'kysely';
import { skipLocked } from '../engine/dialect.ts';
import type { LogoutRow, Schema } from '../engine/schema.ts';

export type OAuthLogoutStore = ReturnType<typeof oauthLogoutStore>;

/** Applications that are told when a session ends. The end of a session takes its id out of the row. */
export function oauthLogoutStore(db: Kysely<Schema>) {
  return {
    /** Remembers to tell an application; once for each session, however many tokens it gets in it. */
    async insert(logout: Omit<LogoutRow, 'id' | 'attempts'>): Promise<void> {
      await db
        .insertInto('oauth_logouts')
        .values({ ...logout, attempts: 0 })
        .onConflict((conflict) => conflict.columns(['application_id', 'sid']).doNothing())
        .execute();
    },

    /**
     * Takes the rows of ended sessions that are due, until `until`: another instance does not take them before that.
     * @param most at most so many
     */
    async claim(now: number, until: number, most: number): Promise<LogoutRow[]> {
      const due = db
        .selectFrom('oauth_logouts')
        .select('id')
        .where('session_id', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(most);
      return db
        .updateTable('oauth_logouts')
        .set(({ eb }) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', skipLocked(db, due))
        .returningAll()
        .execute();
    },

    async retry(id: number, at: number): Promise<void> {
      await db.updateTable('oauth_logouts').set({ due_at: at }).where('id', '=', id).execute();
    },

    async delete(id: number): Promise<void> {
      await db.deleteFrom('oauth_logouts').where('id', '=', id).execute();
    },
  };
}
