import type { Kysely, Selectable } from 'kysely';
import type { Schema } from './schema.ts';
import { type Swept, SWEEP_BATCH, swept } from './sweep.ts';
import { transact } from './transact.ts';

export type CodeRow = Selectable<Schema['codes']>;
export type NewCode = Omit<CodeRow, 'id' | 'attempts' | 'used_at'>;

export type CodeStore = ReturnType<typeof codeStore>;

export function codeStore(db: Kysely<Schema>) {
  return {
    /** Adds a code and removes the ones before it for the same email and purpose. */
    async replace(code: NewCode): Promise<void> {
      await transact(db, async (trx) => {
        await trx
          .deleteFrom('codes')
          .where('email_key', '=', code.email_key)
          .where('purpose', '=', code.purpose)
          .execute();
        await trx
          .insertInto('codes')
          .values({ ...code, attempts: 0, used_at: null })
          .execute();
      });
    },

    /**
     * The newest code for an email and purpose, locked until the transaction ends: everybody else who looks at it
     * waits. The update that changes nothing takes the row's lock on both databases.
     */
    async lock(emailKey: string, purpose: string): Promise<CodeRow | null> {
      const row = await db
        .updateTable('codes')
        .set((column) => ({ attempts: column.ref('attempts') }))
        .where('id', '=', (query) =>
          query
            .selectFrom('codes')
            .select('id')
            .where('email_key', '=', emailKey)
            .where('purpose', '=', purpose)
            .orderBy('id', 'desc')
            .limit(1),
        )
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    async countAttempt(id: number): Promise<void> {
      await db
        .updateTable('codes')
        .set((column) => ({ attempts: column('attempts', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },

    async markUsed(id: number, now: number): Promise<void> {
      await db.updateTable('codes').set({ used_at: now }).where('id', '=', id).execute();
    },

    /** Removes the unused codes of an email for every purpose but `except`. */
    async deleteUnused(emailKey: string, except: string): Promise<void> {
      await db
        .deleteFrom('codes')
        .where('email_key', '=', emailKey)
        .where('purpose', '!=', except)
        .where('used_at', 'is', null)
        .execute();
    },

    /** Removes one batch of expired codes. */
    async sweep(now: number): Promise<Swept> {
      const result = await db
        .deleteFrom('codes')
        .where('id', 'in', (query) =>
          query.selectFrom('codes').select('id').where('expires_at', '<=', now).limit(SWEEP_BATCH),
        )
        .executeTakeFirst();
      return swept(result.numDeletedRows);
    },
  };
}
