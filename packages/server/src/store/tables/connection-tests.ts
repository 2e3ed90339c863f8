import type { Kysely } from 'kysely';
import type { ConnectionTestRow, NewConnectionTest, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type ConnectionTestStore = ReturnType<typeof connectionTestStore>;

/** Tests of connections. */
export function connectionTestStore(db: Kysely<Schema>) {
  return {
    async find(uid: string): Promise<ConnectionTestRow | null> {
      const row = await db
        .selectFrom('connection_tests')
        .selectAll()
        .where('uid', '=', uid)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Whether a connection has a test that has not expired. */
    async anyOf(connectionId: number, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('connection_tests')
        .select('id')
        .where('connection_id', '=', connectionId)
        .where('expires_at', '>', now)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async insert(test: NewConnectionTest): Promise<void> {
      await db.insertInto('connection_tests').values(test).execute();
    },

    /** Stores the result of a test; the last run replaces earlier ones. */
    async finish(id: number, sealedOutcome: string): Promise<void> {
      await db
        .updateTable('connection_tests')
        .set({ sealed_outcome: sealedOutcome })
        .where('id', '=', id)
        .execute();
    },

    /** Removes all tests of a connection except the newest. @param kept how many to keep */
    async prune(connectionId: number, kept: number): Promise<void> {
      await db
        .deleteFrom('connection_tests')
        .where('connection_id', '=', connectionId)
        .where('id', 'not in', (query) =>
          query
            .selectFrom('connection_tests')
            .select('id')
            .where('connection_id', '=', connectionId)
            .orderBy('id', 'desc')
            .limit(kept),
        )
        .execute();
    },

    /** Removes one batch of expired tests. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('connection_tests')
          .where('id', 'in', (query) =>
            query.selectFrom('connection_tests').select('id').where('expires_at', '<=', now).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
