import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Runs `work` in a transaction: the open one, otherwise a new one. */
export function transact<T>(db: Kysely<Schema>, work: (trx: Kysely<Schema>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute((trx: Transaction<Schema>) => work(trx));
}
