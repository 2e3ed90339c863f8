import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { lockInOrder, skipLocked } from '../engine/locks.ts';
import { inChunks } from '../engine/in-chunks.ts';
import { lookThrough } from './list-conditions.ts';
import { FEW_ROWS } from './lists.ts';
import type { Schema } from '../engine/schema.ts';

/** The number of rows that one statement removes, because on SQLite all requests wait for it. */
export const SWEEP_BATCH = 100;

/** The number of rows that one batch removed, and whether there may be more. */
export interface Swept {
  removed: number;
  more: boolean;
}

/**
 * Removes one batch of rows.
 * @param remove removes at most `most` rows
 */
export async function inBatch(remove: (most: number) => Promise<{ numDeletedRows: bigint }>): Promise<Swept> {
  const removed = Number((await remove(SWEEP_BATCH)).numDeletedRows);
  return { removed, more: removed === SWEEP_BATCH };
}

/** Removes rows in batches, so that other work can run in between. @returns the number of removed rows */
export async function inBatches(batch: (isFirst: boolean) => Promise<Swept>): Promise<number> {
  let count = 0;
  for (let isFirst = true; ; isFirst = false) {
    const { removed, more } = await batch(isFirst);
    count += removed;
    if (!more) return count;
    await setImmediate();
  }
}

/** Removes one batch of the rows whose `column` is at most `limit`. */
export function removeBatch(
  db: Kysely<Schema>,
  table: 'sessions' | 'codes',
  column: 'id' | 'expires_at',
  limit: number,
): Promise<Swept> {
  return inBatch((most) => {
    const batch = db.selectFrom(table).select('id').where(column, '<=', limit).limit(most);
    return (
      db
        .deleteFrom(table)
        // Expired rows can wait for the next sweep; rows that must end now cannot.
        .where('id', 'in', column === 'id' ? lockInOrder(db, batch) : skipLocked(db, batch))
        .executeTakeFirst()
    );
  });
}

/**
 * Removes one batch of the sessions that were last used before `since`. They have no index, because each use would
 * update it, so all rows are read.
 */
export async function removeUnused(db: Kysely<Schema>, since: number): Promise<Swept> {
  const found = await lookThrough(db, 'sessions', ({ from, below }, most) =>
    db
      .selectFrom('sessions')
      .select(['id', 'id as key'])
      .where('id', '>=', from)
      .where('id', '<', below)
      .where('last_used_at', '<', since)
      .limit(most)
      .execute(),
  );
  let removed = 0;
  for (const rows of inChunks(found, SWEEP_BATCH)) {
    const ids = rows.map(({ id }) => id);
    const unused = db
      .selectFrom('sessions')
      .select('id')
      .where('id', 'in', ids)
      .where('last_used_at', '<', since);
    const result = await db
      .deleteFrom('sessions')
      .where('id', 'in', skipLocked(db, unused))
      .executeTakeFirst();
    removed += Number(result.numDeletedRows);
    await setImmediate();
  }
  return { removed, more: found.length >= FEW_ROWS };
}

/** The newest assigned id; 0 if there is none. */
export async function newestId(db: Kysely<Schema>, table: 'sessions' | 'codes'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}
