import type { Kysely } from 'kysely';
import type { NewScimToken, Schema, ScimTokenRow } from '../engine/schema.ts';

export type ScimTokenStore = ReturnType<typeof scimTokenStore>;

/** The tokens with which the providers of connections provision. Changed under the organization's lock. */
export function scimTokenStore(db: Kysely<Schema>) {
  return {
    /** The tokens of a connection, oldest first. */
    of(connectionId: number): Promise<ScimTokenRow[]> {
      return db
        .selectFrom('scim_tokens')
        .selectAll()
        .where('connection_id', '=', connectionId)
        .orderBy('id')
        .execute();
    },

    insert(token: NewScimToken): Promise<ScimTokenRow> {
      return db.insertInto('scim_tokens').values(token).returningAll().executeTakeFirstOrThrow();
    },

    /** The token with a hash, of any connection. */
    async findByHash(hash: string): Promise<ScimTokenRow | null> {
      const row = await db
        .selectFrom('scim_tokens')
        .selectAll()
        .where('token_hash', '=', hash)
        .executeTakeFirst();
      return row ?? null;
    },

    async touch(id: number, at: number): Promise<void> {
      await db.updateTable('scim_tokens').set({ last_used_at: at }).where('id', '=', id).execute();
    },

    /** @returns the token; null if the connection has no such token */
    async delete(connectionId: number, uid: string): Promise<ScimTokenRow | null> {
      const row = await db
        .deleteFrom('scim_tokens')
        .where('connection_id', '=', connectionId)
        .where('uid', '=', uid)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
