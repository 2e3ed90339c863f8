import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { OutboxRow, Schema } from '../engine/schema.ts';

export type OutboxStore = ReturnType<typeof outboxStore>;

/** Both databases accept far more parameters in a statement than this many rows have. */
const ROWS_PER_INSERT = 100;

/** Mails that a shutdown of an earlier release could not deliver. */
export function outboxStore(db: Kysely<Schema>) {
  return {
    async keep(rows: readonly OutboxRow[]): Promise<void> {
      for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
        await db
          .insertInto('outbox')
          .values(rows.slice(start, start + ROWS_PER_INSERT))
          .execute();
      }
    },

    /**
     * Adds a row and removes it again. In a transaction, no reader sees it, but the disk is written.
     * @param bytes the size of its content, which PostgreSQL cannot compress
     */
    async passThrough(bytes: number): Promise<void> {
      const sealed_mail = randomBytes(bytes / 2).toString('hex');
      await db.insertInto('outbox').values({ id: 'none', sealed_mail, expires_at: 0 }).execute();
      await db.deleteFrom('outbox').where('id', '=', 'none').execute();
    },

    /**
     * Removes and returns mails, the first to expire first, and drops expired ones. Each mail goes to exactly
     * one of several instances.
     */
    async take(limit: number, now: number): Promise<OutboxRow[]> {
      await db.deleteFrom('outbox').where('expires_at', '<=', now).execute();
      return db
        .deleteFrom('outbox')
        .where('id', 'in', (query) =>
          query.selectFrom('outbox').select('id').orderBy('expires_at').limit(limit),
        )
        .returningAll()
        .execute();
    },
  };
}
