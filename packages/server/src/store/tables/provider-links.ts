import { type Kysely, sql, type SqlBool } from 'kysely';
import { orDuplicate } from '../engine/or-duplicate.ts';
import { inChunks } from '../engine/in-chunks.ts';
import { bindMembers, connectionOf } from './connection-links.ts';
import { providerLinkList } from './provider-link-list.ts';
import type { NewProviderLink, ProviderLinkRow, Schema } from '../engine/schema.ts';

export type ProviderLinkStore = ReturnType<typeof providerLinkStore>;

type Identity = Pick<ProviderLinkRow, 'provider' | 'subject'>;

/** A link, and the email key of its account. */
export type OwnedLink = Pick<ProviderLinkRow, 'account_id' | 'provider' | 'subject' | 'unproven_at'> & {
  email_key: string;
};

/** Identities at providers, each linked to one account. `provider` is the provider's issuer. */
/** @param reader runs long reads */
export function providerLinkStore(db: Kysely<Schema>, reader = db) {
  const owned = () =>
    db
      .selectFrom('provider_links')
      .innerJoin('accounts', 'accounts.id', 'provider_links.account_id')
      .select(['account_id', 'provider', 'subject', 'unproven_at', 'email_key']);

  const remove = () => db.deleteFrom('provider_links');

  /** Removes links. Whoever came by a connection stays bound to it. */
  async function removed(those: ReturnType<typeof remove>): Promise<ProviderLinkRow[]> {
    const rows = await those.returningAll().execute();
    for (const { account_id: accountId, provider } of rows) {
      const uid = connectionOf(provider);
      if (uid !== null) await bindMembers(db, [accountId], [uid]);
    }
    return rows;
  }

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

    /** One page of the links of all accounts, ordered by when they were made. */
    list: providerLinkList(reader),

    /** The number of accounts that are linked to a provider. */
    async count(provider: string): Promise<number> {
      const { links } = await reader
        .selectFrom('provider_links')
        .select(({ fn }) => fn.countAll<number>().as('links'))
        .where('provider', '=', provider)
        .executeTakeFirstOrThrow();
      return links;
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

    /** @throws DuplicateError for an identity that is already linked, or a second one of the account at its provider */
    insert(link: NewProviderLink): Promise<ProviderLinkRow> {
      return orDuplicate(
        db.insertInto('provider_links').values(link).returningAll().executeTakeFirstOrThrow(),
      );
    },

    /** Inserts many links, all or none within a transaction. @throws DuplicateError */
    async insertMany(links: readonly NewProviderLink[]): Promise<void> {
      for (const some of inChunks(links))
        await orDuplicate(db.insertInto('provider_links').values(some).execute());
    },

    /** The links of these identities, with their owners. */
    async findMany(identities: readonly Identity[]): Promise<OwnedLink[]> {
      const found: OwnedLink[] = [];
      for (const [provider, those] of Map.groupBy(identities, (identity) => identity.provider)) {
        for (const some of inChunks(those.map(({ subject }) => subject))) {
          found.push(
            ...(await owned().where('provider', '=', provider).where('subject', 'in', some).execute()),
          );
        }
      }
      return found;
    },

    /** The links of these accounts, oldest first for each. */
    async ofAccounts(accountIds: readonly number[]): Promise<OwnedLink[]> {
      const found: OwnedLink[] = [];
      for (const some of inChunks(accountIds)) {
        found.push(...(await owned().where('account_id', 'in', some).orderBy('provider_links.id').execute()));
      }
      return found;
    },

    /** Counts a link as made at another time. */
    async renew(id: number, at: number): Promise<void> {
      await db.updateTable('provider_links').set({ created_at: at }).where('id', '=', id).execute();
    },

    /**
     * Removes the link of an identity, and those of an account at the same provider, or at former ones of the same
     * connection: each change of its issuer would leave one more.
     * @returns them as they were
     */
    deleteAt({ provider, subject }: Identity, accountId: number): Promise<ProviderLinkRow[]> {
      const uid = connectionOf(provider);
      const start = uid === null ? provider : `${uid}:`;
      return removed(
        remove().where((is) =>
          is.or([
            is.and({ provider, subject }),
            is.and([
              is('account_id', '=', accountId),
              uid === null
                ? is('provider', '=', provider)
                : sql<SqlBool>`substr(provider, 1, ${start.length}) = ${start}`,
            ]),
          ]),
        ),
      );
    },

    /** @returns the link as it was; null if there is none */
    async delete(id: number): Promise<ProviderLinkRow | null> {
      const [row] = await removed(remove().where('id', '=', id));
      return row ?? null;
    },

    /**
     * @param but.except the id of a link that is kept
     * @param but.since the time before which links are kept
     * @param but.unprovenSince keeps the links that were made with a proof, and those without one until this time
     * @returns the removed links, as they were
     */
    deleteOfAccount(
      accountId: number,
      {
        except = 0,
        since = 0,
        unprovenSince,
      }: { except?: number; since?: number; unprovenSince?: number } = {},
    ): Promise<ProviderLinkRow[]> {
      const those = remove()
        .where('account_id', '=', accountId)
        .where('id', '!=', except)
        .where('created_at', '>=', since);
      return removed(unprovenSince === undefined ? those : those.where('unproven_at', '>', unprovenSince));
    },
  };
}
