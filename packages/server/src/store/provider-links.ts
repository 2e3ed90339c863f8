import type { Kysely } from 'kysely';
import { orDuplicate } from './duplicate-error.ts';
import type { AccountRow, ProviderLinkRow, Schema } from './schema.ts';

export type ProviderLinkStore = ReturnType<typeof providerLinkStore>;

/** Identities at providers, each linked to one account. `provider` is the provider's issuer. */
export function providerLinkStore(db: Kysely<Schema>) {
  return {
    async find(identity: Pick<ProviderLinkRow, 'provider' | 'subject'>): Promise<ProviderLinkRow | null> {
      const row = await db
        .selectFrom('provider_links')
        .selectAll()
        .where('provider', '=', identity.provider)
        .where('subject', '=', identity.subject)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The account's links, oldest first. */
    ofAccount(accountId: number): Promise<ProviderLinkRow[]> {
      return db
        .selectFrom('provider_links')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
    },

    /** @throws DuplicateError for an identity that is linked, or a second one of the account at its provider */
    insert(link: Omit<ProviderLinkRow, 'id'>): Promise<ProviderLinkRow> {
      return orDuplicate(
        db.insertInto('provider_links').values(link).returningAll().executeTakeFirstOrThrow(),
      );
    },

    async delete(id: number): Promise<void> {
      await db.deleteFrom('provider_links').where('id', '=', id).execute();
    },

    /** @param except the id of a link that stays; @returns how many there were */
    async deleteOfAccount(accountId: number, except = 0): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('provider_links')
        .where('account_id', '=', accountId)
        .where('id', '!=', except)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /**
     * The account as it is now, locked until the transaction ends, so that changes of its links queue up. The update
     * that changes nothing takes the row's lock on both databases.
     */
    async lockAccount(accountId: number): Promise<AccountRow | null> {
      const row = await db
        .updateTable('accounts')
        .set((column) => ({ updated_at: column.ref('updated_at') }))
        .where('id', '=', accountId)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
