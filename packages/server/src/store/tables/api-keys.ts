import type { Kysely } from 'kysely';
import { countAlong, pageAlong } from '../lists/pages.ts';
import { count, type Page, type PageRequest } from '../lists/lists.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { ApiKeyRow, NewApiKey, Schema } from '../engine/schema.ts';
import { writeInChunks } from '../engine/write-in-chunks.ts';

export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

/** When and from where a key was last used. */
export type KeyUse = Pick<ApiKeyRow, 'last_used_ip'> & { last_used_at: number };

/** Keys for programs. A revoked key has no row. */
export function apiKeyStore(db: Kysely<Schema>) {
  const byHash = prepared(db, (value: Values<{ hash: string }>) =>
    db.selectFrom('api_keys').selectAll().where('key_hash', '=', value('hash')),
  );

  const use = prepared(db, (value: Values<KeyUse & { id: number }>) =>
    db
      .updateTable('api_keys')
      .set({ last_used_at: value('last_used_at'), last_used_ip: value('last_used_ip') })
      .where('id', '=', value('id'))
      .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<', value('last_used_at'))])),
  );

  return {
    insert(key: NewApiKey): Promise<ApiKeyRow> {
      return db.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow();
    },

    async find(id: number): Promise<ApiKeyRow | null> {
      return (await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async findByHash(hash: string): Promise<ApiKeyRow | null> {
      return (await byHash({ hash })).rows[0] ?? null;
    },

    /** The keys that an account has created since a time. */
    madeBy(accountId: number, since: number): Promise<ApiKeyRow[]> {
      return db
        .selectFrom('api_keys')
        .selectAll()
        .where('created_by', '=', accountId)
        .where('created_at', '>=', since)
        .orderBy('id')
        .execute();
    },

    /** One page, including expired keys, in the order of creation. */
    async list(request: PageRequest): Promise<Page<ApiKeyRow>> {
      const entries = { table: 'api_keys', column: 'id' } as const;
      const total = await countAlong(db, entries);
      return pageAlong(db, entries, { ...request, total }, (ids) =>
        db.selectFrom('api_keys').selectAll().where('id', 'in', ids).execute(),
      );
    },

    count: () => count(db.selectFrom('api_keys')),

    /** The keys in force: those without an expiry, and those unused since a time. */
    async neglected(now: number, since: number): Promise<{ endless: number; unused: number }> {
      const rows = await db
        .selectFrom('api_keys')
        .select(['created_at', 'expires_at', 'last_used_at'])
        .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
        .execute();
      return {
        endless: rows.filter(({ expires_at }) => expires_at === null).length,
        unused: rows.filter((row) => (row.last_used_at ?? row.created_at) < since).length,
      };
    },

    /** The given keys that exist and have not expired by `now`. */
    async live(ids: readonly number[], now: number): Promise<ReadonlySet<number>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('api_keys')
        .select('id')
        .where('id', 'in', ids)
        .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** @returns the key; null if it is already gone */
    async delete(id: number): Promise<ApiKeyRow | null> {
      return (await db.deleteFrom('api_keys').where('id', '=', id).returningAll().executeTakeFirst()) ?? null;
    },

    /** Records uses, by key. */
    async touch(uses: ReadonlyMap<number, KeyUse>): Promise<void> {
      await writeInChunks(
        db,
        [...uses].map(([id, one]) => ({ id, ...one })),
        use,
      );
    },
  };
}
