import type { Kysely } from 'kysely';
import type { NewProviderFlow, ProviderFlowRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type ProviderFlowStore = ReturnType<typeof providerFlowStore>;

/** Unfinished sign-ins at identity providers. */
export function providerFlowStore(db: Kysely<Schema>) {
  return {
    async insert(flow: NewProviderFlow): Promise<void> {
      await db.insertInto('provider_flows').values(flow).execute();
    },

    /**
     * Removes and returns a flow, expired or not. Of several simultaneous callers, only one gets it. A call with
     * another provider or browser leaves it in place.
     */
    async take(
      key: Pick<ProviderFlowRow, 'state_hash' | 'browser_hash' | 'provider'>,
    ): Promise<ProviderFlowRow | null> {
      const row = await db
        .deleteFrom('provider_flows')
        .where('state_hash', '=', key.state_hash)
        .where('browser_hash', '=', key.browser_hash)
        .where('provider', '=', key.provider)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Reads a flow without removing it. */
    async find(key: Pick<ProviderFlowRow, 'state_hash' | 'provider'>): Promise<ProviderFlowRow | null> {
      const row = await db
        .selectFrom('provider_flows')
        .selectAll()
        .where('state_hash', '=', key.state_hash)
        .where('provider', '=', key.provider)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Stores the answer of a flow. Of several answers, only one is stored. @returns whether it is this one */
    async answer(
      key: Pick<ProviderFlowRow, 'state_hash' | 'provider'>,
      sealedAnswer: string,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('provider_flows')
        .set({ sealed_answer: sealedAnswer })
        .where('state_hash', '=', key.state_hash)
        .where('provider', '=', key.provider)
        .where('sealed_answer', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Removes the links that sessions of an account have begun. */
    async deleteOfAccount(accountId: number): Promise<void> {
      await db
        .deleteFrom('provider_flows')
        .where('session_id', 'in', (query) =>
          query.selectFrom('sessions').select('id').where('account_id', '=', accountId),
        )
        .execute();
    },

    /** Removes one batch of expired flows. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('provider_flows')
          .where('state_hash', 'in', (query) =>
            query
              .selectFrom('provider_flows')
              .select('state_hash')
              .where('expires_at', '<=', now)
              .limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
