import type { Kysely } from 'kysely';
import { inChunks } from '../engine/in-chunks.ts';
import type { NewScimGroup, Schema, ScimGroupChanges, ScimGroupRow } from '../engine/schema.ts';
import { forChunks, pageAfterId } from '../lists/by-id.ts';
import { count } from '../lists/lists.ts';
import { connectionsOf } from './connections-of.ts';

export type ScimGroupStore = ReturnType<typeof scimGroupStore>;

/**
 * The groups of connections, and their members. Changed under the organization's lock.
 * @param reader runs long reads
 */
export function scimGroupStore(db: Kysely<Schema>, reader = db) {
  const of = (from: Kysely<Schema>, connectionId: number) =>
    from.selectFrom('scim_groups').where('connection_id', '=', connectionId);

  return {
    insert(group: NewScimGroup): Promise<ScimGroupRow> {
      return db.insertInto('scim_groups').values(group).returningAll().executeTakeFirstOrThrow();
    },

    async find(
      connectionId: number,
      column: 'uid' | 'display_name_key',
      key: string,
    ): Promise<ScimGroupRow | null> {
      const row = await of(db, connectionId).selectAll().where(column, '=', key).executeTakeFirst();
      return row ?? null;
    },

    byIds(ids: readonly number[]): Promise<ScimGroupRow[]> {
      return forChunks(ids, (some) =>
        db.selectFrom('scim_groups').selectAll().where('id', 'in', some).execute(),
      );
    },

    async update(id: number, changes: ScimGroupChanges): Promise<ScimGroupRow> {
      return db
        .updateTable('scim_groups')
        .set(changes)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    async delete(id: number): Promise<void> {
      await db.deleteFrom('scim_groups').where('id', '=', id).execute();
    },

    count: (connectionId: number) => count(of(reader, connectionId)),

    /** How many groups all connections of an organization have. */
    countOf: (organizationId: number) =>
      count(db.selectFrom('scim_groups').where('connection_id', 'in', connectionsOf(db, organizationId))),

    /** The groups after an id, lowest first. */
    pageAfter(connectionId: number, after: number, limit: number, offset = 0): Promise<ScimGroupRow[]> {
      return pageAfterId(of(reader, connectionId).selectAll(), after, limit, offset);
    },

    /** The ids in the protocol of the people in a group, oldest first. */
    async memberUids(groupId: number, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('scim_group_members')
        .innerJoin('scim_users', 'scim_users.id', 'scim_group_members.user_id')
        .select('scim_users.uid')
        .where('scim_group_members.group_id', '=', groupId)
        .orderBy('scim_users.id')
        .limit(limit)
        .execute();
      return rows.map(({ uid }) => uid);
    },

    /** The `id` of each person in a group. */
    async memberIds(groupId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('scim_group_members')
        .select('user_id')
        .where('group_id', '=', groupId)
        .execute();
      return rows.map(({ user_id: id }) => id);
    },

    countMembers: (groupId: number) =>
      count(reader.selectFrom('scim_group_members').where('group_id', '=', groupId)),

    /** How often people are in the groups of an organization. */
    countMembersOf: (organizationId: number) =>
      count(
        db
          .selectFrom('scim_group_members')
          .innerJoin('scim_groups', 'scim_groups.id', 'scim_group_members.group_id')
          .where('connection_id', 'in', connectionsOf(db, organizationId)),
      ),

    async add(groupId: number, userIds: readonly number[]): Promise<void> {
      for (const some of inChunks(userIds))
        await db
          .insertInto('scim_group_members')
          .values(some.map((id) => ({ group_id: groupId, user_id: id })))
          .execute();
    },

    async remove(groupId: number, userIds: readonly number[]): Promise<void> {
      for (const some of inChunks(userIds))
        await db
          .deleteFrom('scim_group_members')
          .where('group_id', '=', groupId)
          .where('user_id', 'in', some)
          .execute();
    },

    /** The groups of some people, each with the `id` of the person. */
    ofUsers(userIds: readonly number[]): Promise<{ user_id: number; uid: string; display_name: string }[]> {
      return forChunks(userIds, (some) =>
        db
          .selectFrom('scim_group_members')
          .innerJoin('scim_groups', 'scim_groups.id', 'scim_group_members.group_id')
          .select(['scim_group_members.user_id', 'scim_groups.uid', 'scim_groups.display_name'])
          .where('scim_group_members.user_id', 'in', some)
          .orderBy('scim_groups.id')
          .execute(),
      );
    },

    /** The names of the groups that accounts are in at a connection, by account. */
    async namesOfAll(
      connectionId: number,
      accountIds: readonly number[],
    ): Promise<ReadonlyMap<number, string[]>> {
      const rows = await forChunks(accountIds, (some) =>
        db
          .selectFrom('scim_users')
          .innerJoin('scim_group_members', 'scim_group_members.user_id', 'scim_users.id')
          .innerJoin('scim_groups', 'scim_groups.id', 'scim_group_members.group_id')
          .select(['scim_users.account_id', 'scim_groups.display_name'])
          .where('scim_users.connection_id', '=', connectionId)
          .where('scim_users.account_id', 'in', some)
          .execute(),
      );
      const names = new Map<number, string[]>();
      for (const { account_id: id, display_name: name } of rows)
        names.set(id, [...(names.get(id) ?? []), name]);
      return names;
    },
  };
}
