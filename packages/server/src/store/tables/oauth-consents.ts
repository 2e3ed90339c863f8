import type { Kysely } from 'kysely';
import type { ConsentRow, GrantRow, Schema } from '../engine/schema.ts';

/** The grants or consents to end. */
export type GrantChoice = Partial<Pick<GrantRow, 'id' | 'account_id' | 'application_id'>>;

/** The maximum number of consents of an account. Without an older one, its owner is only asked again. */
const MOST_OF_ACCOUNT = 1_000;

/** What people have allowed to applications. */
export function oauthConsents(db: Kysely<Schema>) {
  return {
    /** The consents of an account for an application. */
    consents(accountId: number, applicationId: number): Promise<ConsentRow[]> {
      return db
        .selectFrom('oauth_consents')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('application_id', '=', applicationId)
        .execute();
    },

    /** All consents of an account. */
    consentsOf(accountId: number): Promise<ConsentRow[]> {
      return db.selectFrom('oauth_consents').selectAll().where('account_id', '=', accountId).execute();
    },

    /** Stores a consent, which replaces the earlier one for the same resource, and the oldest beyond the maximum. */
    async consent(consent: ConsentRow): Promise<void> {
      const { account_id, scopes, granted_at } = consent;
      await db
        .insertInto('oauth_consents')
        .values(consent)
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'application_id', 'resource']).doUpdateSet({ scopes, granted_at }),
        )
        .execute();
      await db
        .deleteFrom('oauth_consents')
        .where('account_id', '=', account_id)
        .where('granted_at', '<=', (query) =>
          query
            .selectFrom('oauth_consents as other')
            .select('other.granted_at')
            .where('other.account_id', '=', account_id)
            .orderBy('other.granted_at', 'desc')
            .limit(1)
            .offset(MOST_OF_ACCOUNT),
        )
        .execute();
    },

    /** Removes consents. @returns the number of removed ones */
    async withdraw(of: GrantChoice & ({ account_id: number } | { application_id: number })): Promise<number> {
      let query = db.deleteFrom('oauth_consents');
      for (const column of ['account_id', 'application_id'] as const) {
        const value = of[column];
        if (value !== undefined) query = query.where(column, '=', value);
      }
      return Number((await query.executeTakeFirst()).numDeletedRows);
    },
  };
}
