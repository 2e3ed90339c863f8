import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { containsText, unindexed } from '../engine/dialect.ts';
import { inChunks } from '../engine/in-chunks.ts';
import type { Range } from './pages.ts';
import { FEW_ROWS, type Place } from './lists.ts';
import type { Schema } from '../engine/schema.ts';

/** A condition on one column of a list. */
export type Condition =
  | { readonly column: string; readonly is: string | number }
  /** From `from` (inclusive) to `to` (exclusive). */
  | { readonly column: string; readonly from: number; readonly to: number }
  /** Taken literally, ignoring the case of ASCII letters. */
  | { readonly column: string; readonly contains: string };

/**
 * The condition as SQL.
 * @param indexed `unindexed`: the query uses another index
 */
export function met(db: Kysely<Schema>, condition: Condition, indexed?: 'unindexed'): RawBuilder<SqlBool> {
  if ('contains' in condition) return containsText(db, condition.column, condition.contains);
  const column =
    indexed === undefined
      ? sql.ref<string | number>(condition.column)
      : unindexed<string | number>(db, condition.column);
  if ('from' in condition) return sql`(${column} >= ${condition.from} and ${column} < ${condition.to})`;
  // For a number that is too large for the column, PostgreSQL throws instead of finding nothing.
  return typeof condition.is === 'number'
    ? sql`${column} = cast(${condition.is} as bigint)`
    : sql`${column} = ${condition.is}`;
}

/** The range of a column that a condition selects; undefined for a condition on another column. */
export function rangeOf(column: string, condition: Condition | undefined): Range | undefined {
  return condition?.column === column && 'from' in condition ? condition : undefined;
}

/** @param conditions at least one */
export function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** The number of rows in a batch. If it is in memory, SQLite reads a batch in a millisecond. */
const LOOK_BATCH = 2_000;

/** The ids of one batch: from `from` (inclusive) to `below` (exclusive). */
export interface Span {
  from: number;
  below: number;
}

/**
 * Finds rows without an index, by reading all rows in batches, newest first. It ends at {@link FEW_ROWS}.
 * @param find returns at most `most` of the rows of a span
 * @throws the signal's reason, between two batches
 */
export async function lookThrough(
  db: Kysely<Schema>,
  table: 'accounts' | 'sessions' | 'provider_links',
  find: (span: Span, most: number) => Promise<Place[]>,
  signal?: AbortSignal,
): Promise<Place[]> {
  const found: Place[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const last = await db
      .selectFrom(table)
      .select('id')
      .where('id', '<', below)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(LOOK_BATCH - 1)
      .executeTakeFirst();
    const from = last?.id ?? 0;
    found.push(...(await find({ from, below }, FEW_ROWS - found.length)));
    below = from;
    if (last === undefined || found.length >= FEW_ROWS) return found;
    // A sweep runs in the main thread.
    await setImmediate();
    signal?.throwIfAborted();
  }
}

/**
 * The places of the matching rows, a part at a time.
 * @param find returns the matching rows of a part
 * @throws the signal's reason, between two parts
 */
export async function placesOf(
  ids: readonly number[],
  find: (some: readonly number[]) => Promise<Place[]>,
  signal?: AbortSignal,
): Promise<Place[]> {
  const found: Place[] = [];
  for (const some of inChunks(ids)) {
    signal?.throwIfAborted();
    found.push(...(await find(some)));
  }
  return found;
}
