import type { Kysely } from 'kysely';
import type { NewScimUser, Schema, ScimUserChanges, ScimUserRow } from '../engine/schema.ts';
import { forChunks, pageAfterId } from '../lists/by-id.ts';
import { count } from '../lists/lists.ts';
import { connectionsOf } from './connections-of.ts';

export type ScimUserStore = ReturnType<typeof scimUserStore>;

/** The columns that identify one person of a connection. */
export type ScimUserKey = 'uid' | 'user_name_key' | 'account_id';

/**
 * The people whom connections have provisioned. Changed under the organization's lock.
 * @param reader runs long reads
 */
export function scimUserStore(db: Kysely<Schema>, reader = db) {
  const of = (from: Kysely<Schema>, connectionId: number) =>
    from.selectFrom('scim_users').where('connection_id', '=', connectionId).where('deleted_at', 'is', null);

  return {
    /** Also replaces a person who was deleted. */
    async insert(user: NewScimUser): Promise<ScimUserRow> {
      await db
        .deleteFrom('scim_users')
        .where('connection_id', '=', user.connection_id)
        .where('account_id', '=', user.account_id)
        .where('deleted_at', 'is not', null)
        .execute();
      return db.insertInto('scim_users').values(user).returningAll().executeTakeFirstOrThrow();
    },

    async find(connectionId: number, column: ScimUserKey, key: string | number): Promise<ScimUserRow | null> {
      const row = await of(db, connectionId).selectAll().where(column, '=', key).executeTakeFirst();
      return row ?? null;
    },

    /** The data that connections have stored about the holder of an account. */
    ofAccount(accountId: number): Promise<ScimUserRow[]> {
      return db
        .selectFrom('scim_users')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
    },

    byExternalId(connectionId: number, externalId: string, limit: number): Promise<ScimUserRow[]> {
      return of(db, connectionId)
        .selectAll()
        .where('external_id', '=', externalId)
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** The people of a connection with these ids in the protocol. */
    named(connectionId: number, uids: readonly string[]): Promise<ScimUserRow[]> {
      return forChunks(uids, (some) => of(db, connectionId).selectAll().where('uid', 'in', some).execute());
    },

    byIds(ids: readonly number[]): Promise<ScimUserRow[]> {
      return forChunks(ids, (some) =>
        db.selectFrom('scim_users').selectAll().where('id', 'in', some).execute(),
      );
    },

    /**
     * Whether any connection of an organization says that the holder of an account is not a member, or has deleted
     * them. One that is turned off says nothing: its provider could not take its word back.
     */
    async isInactiveIn(organizationId: number, accountId: number): Promise<boolean> {
      const row = await db
        .selectFrom('scim_users')
        .innerJoin('connections', 'connections.id', 'scim_users.connection_id')
        .select('scim_users.id')
        .where('scim_users.account_id', '=', accountId)
        .where('scim_users.active', '=', 0)
        .where('connections.organization_id', '=', organizationId)
        .where('connections.status', '!=', 'disabled')
        .executeTakeFirst();
      return row !== undefined;
    },

    async update(id: number, changes: ScimUserChanges): Promise<ScimUserRow> {
      return db
        .updateTable('scim_users')
        .set(changes)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /**
     * The owner of an account has proven a mailbox in a domain: from now on, providers of organizations that have not
     * verified this domain may not delete the account, although they have opened it.
     */
    async disown(accountId: number, domain: string): Promise<void> {
      const own = db
        .selectFrom('connections')
        .innerJoin('organization_domains', (join) =>
          join.onRef('organization_domains.organization_id', '=', 'connections.organization_id'),
        )
        .select('connections.id')
        .where('organization_domains.domain', '=', domain)
        .where('organization_domains.status', '=', 'verified');
      await db
        .updateTable('scim_users')
        .set({ opened: 0 })
        .where('account_id', '=', accountId)
        .where('opened', '=', 1)
        .where('connection_id', 'not in', own)
        .execute();
    },

    /** Keeps only the fact that the person is not a member. */
    async delete({ id, uid }: Pick<ScimUserRow, 'id' | 'uid'>, now: number): Promise<void> {
      await db.deleteFrom('scim_group_members').where('user_id', '=', id).execute();
      await db
        .updateTable('scim_users')
        .set({
          // Available again, because no userName has control characters.
          user_name_key: `\u0001${uid}`,
          external_id: null,
          active: 0,
          resource: '{}',
          deleted_at: now,
        })
        .where('id', '=', id)
        .execute();
    },

    /** Whether the connections of an organization have at least so many people. */
    async hasReached(organizationId: number, most: number): Promise<boolean> {
      const all = db.selectFrom('scim_users').where('connection_id', 'in', connectionsOf(db, organizationId));
      // An index counts all, with those who were deleted; only the rows, which can be large, tell them apart.
      if ((await count(all)) < most) return false;
      return (await count(all.where('deleted_at', 'is', null))) >= most;
    },

    count: (connectionId: number) => count(of(reader, connectionId)),

    /** The people after an id, lowest first. */
    pageAfter(connectionId: number, after: number, limit: number, offset = 0): Promise<ScimUserRow[]> {
      return pageAfterId(of(reader, connectionId).selectAll(), after, limit, offset);
    },
  };
}
