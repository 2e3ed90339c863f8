import type { Kysely } from 'kysely';
import { skipLocked } from '../engine/locks.ts';
import type { LogoutRow, Schema } from '../engine/schema.ts';

export type OAuthLogoutStore = ReturnType<typeof oauthLogoutStore>;

/** Applications to notify when a session ends. The end of a session clears its id in the row. */
export function oauthLogoutStore(db: Kysely<Schema>) {
  return {
    /** Adds an application to notify, once for each session. */
    async insert(logout: Omit<LogoutRow, 'id' | 'attempts'>): Promise<void> {
      await db
        .insertInto('oauth_logouts')
        .values({ ...logout, attempts: 0 })
        .onConflict((conflict) => conflict.columns(['application_id', 'sid']).doNothing())
        .execute();
    },

    /**
     * Claims the due rows of ended sessions until `until`.
     * @param most the maximum number of rows
     * @param of whether of applications that administrators have created, or of others; except those that wait
     */
    async claim(
      now: number,
      until: number,
      most: number,
      { created, except }: { created: boolean; except: readonly number[] },
    ): Promise<LogoutRow[]> {
      const due = db
        .selectFrom('oauth_logouts')
        .select('id')
        .where('session_id', 'is', null)
        .where('due_at', '<=', now)
        .where('application_id', created ? 'in' : 'not in', (applications) =>
          applications.selectFrom('applications').select('id').where('source', '=', 'created'),
        )
        .$if(except.length > 0, (rows) => rows.where('application_id', 'not in', except))
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
