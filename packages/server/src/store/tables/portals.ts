import type { Kysely } from 'kysely';
import type { NewPortal, PortalRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type PortalStore = ReturnType<typeof portalStore>;

/** Links for the administrators of customers. An ended one has no row. */
export function portalStore(db: Kysely<Schema>) {
  return {
    async byToken(tokenHash: string): Promise<PortalRow | null> {
      const row = await db
        .selectFrom('portals')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row ?? null;
    },

    async find(column: 'id' | 'uid', key: number | string): Promise<PortalRow | null> {
      const row = await db.selectFrom('portals').selectAll().where(column, '=', key).executeTakeFirst();
      return row ?? null;
    },

    /** The links of an organization, oldest first. */
    of(organizationId: number): Promise<PortalRow[]> {
      return db
        .selectFrom('portals')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('id')
        .execute();
    },

    /** The links that an account made. */
    madeBy(accountId: number): Promise<PortalRow[]> {
      return db.selectFrom('portals').selectAll().where('created_by', '=', accountId).orderBy('id').execute();
    },

    insert(portal: NewPortal): Promise<PortalRow> {
      return db.insertInto('portals').values(portal).returningAll().executeTakeFirstOrThrow();
    },

    async delete(id: number): Promise<void> {
      await db.deleteFrom('portals').where('id', '=', id).execute();
    },

    /** Removes one batch of expired links. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('portals')
          .where('id', 'in', (query) =>
            query.selectFrom('portals').select('id').where('expires_at', '<=', now).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
