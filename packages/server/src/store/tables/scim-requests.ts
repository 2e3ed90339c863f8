import { type Kysely, sql, type SqlBool } from 'kysely';
import type { NewScimRequest, Schema, ScimRequestRow } from '../engine/schema.ts';
import type { Page, PageRequest } from '../lists/lists.ts';
import { countAlong, type Entries, pageAlong } from '../lists/pages.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';
import { connectionsOf } from './connections-of.ts';

export type ScimRequestStore = ReturnType<typeof scimRequestStore>;

/**
 * The last requests of identity providers.
 * @param reader runs long reads
 */
export function scimRequestStore(db: Kysely<Schema>, reader = db) {
  return {
    async insert(request: NewScimRequest): Promise<void> {
      await db.insertInto('scim_requests').values(request).execute();
    },

    /** Removes all but the newest requests of the connections of an organization. */
    async trim(organizationId: number, most: number): Promise<void> {
      const connections = connectionsOf(db, organizationId);
      const oldest = db
        .selectFrom('scim_requests')
        .select('id')
        .where('connection_id', 'in', connections)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .offset(most);
      const row = await oldest.executeTakeFirst();
      if (row === undefined) return;
      await db
        .deleteFrom('scim_requests')
        .where('connection_id', 'in', connections)
        .where('id', '<=', row.id)
        .execute();
    },

    /** One page of the requests of a connection, in the order of their times. */
    async list(connectionId: number, request: PageRequest): Promise<Page<ScimRequestRow>> {
      const entries: Entries = {
        table: 'scim_requests',
        column: 'created_at',
        lead: sql<SqlBool>`scim_requests.connection_id = ${connectionId}`,
      };
      const total = await countAlong(reader, entries);
      return pageAlong(reader, entries, { ...request, total }, (ids) =>
        reader.selectFrom('scim_requests').selectAll().where('id', 'in', ids).execute(),
      );
    },

    /** Removes one batch of the requests from before a time. */
    sweep(before: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('scim_requests')
          .where('id', 'in', (query) =>
            query
              .selectFrom('scim_requests')
              .select('id')
              .where('created_at', '<', before)
              .orderBy('created_at')
              .limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
