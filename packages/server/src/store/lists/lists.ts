import { LRUCache } from 'lru-cache';
import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../engine/schema.ts';

/** A row's place in the order of a list. Among equal values, ids decide. */
export interface Place {
  /** The row's value in the column of the order. */
  key: string | number;
  id: number;
}

/** The requested part of a list. */
export interface PageRequest {
  /** Counted from 1. */
  page: number;
  /** Takes the rows that follow a place, instead of a page. The row at that place may be gone. */
  after?: Place | null;
  /** Rows per page. */
  limit: number;
  descending: boolean;
  /** Milliseconds since the epoch. */
  now: number;
  /** Aborts when the client no longer waits for the page. Counting a shared total continues. */
  signal?: AbortSignal | undefined;
}

/** One page of a list, and the number of rows in the whole list. */
export interface Page<Row> {
  total: number;
  rows: Row[];
  /** The place of the last row; null if no row follows it. */
  next: Place | null;
}

/**
 * Up to this many rows are read by an index and then sorted. A longer list is read along the index of its order,
 * where a page needs only the rows before it.
 */
export const FEW_ROWS = 5_000;

/** Counting reads an index entry for each row. A total this high may be a second old. */
const KEPT_TOTAL = 100_000;
const KEPT_MS = 1_000;
/** The maximum share of time spent counting. */
const COUNTING_SHARE = 1 / 20;

/** Caches high totals for a moment, by query. Calls for a total that is being counted wait for it. */
export function totals() {
  // Created at its first use, because each transaction has its own stores, and hardly any counts a list.
  let kept: LRUCache<string, { total: number; until: number }> | undefined;
  const counting = new Map<string, Promise<number>>();

  async function counted(key: string, now: number, countNow: () => Promise<number>): Promise<number> {
    const start = performance.now();
    const total = await countNow();
    const keptMs = Math.max(KEPT_MS, (performance.now() - start) / COUNTING_SHARE);
    if (total >= KEPT_TOTAL) (kept ??= new LRUCache({ max: 100 })).set(key, { total, until: now + keptMs });
    return total;
  }

  return async (what: unknown, now: number, countNow: () => Promise<number>): Promise<number> => {
    const key = JSON.stringify(what);
    const known = kept?.get(key);
    if (known !== undefined && now < known.until) return known.total;
    const running = counting.get(key) ?? counted(key, now, countNow).finally(() => counting.delete(key));
    counting.set(key, running);
    return running;
  };
}

/** The number of rows of a query. */
export async function count<Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const row = await query.select(({ fn }) => fn.countAll<number>().as('rows')).executeTakeFirstOrThrow();
  return row.rows;
}
