import type { SelectQueryBuilder } from 'kysely';
import { createLru } from '../lib/lru.ts';
import type { Schema } from './schema.ts';

/** The requested part of a list. */
export interface PageRequest {
  /** Counted from 1. */
  page: number;
  /** Rows per page. */
  limit: number;
  descending: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** One page of a list, and the number of rows in the whole list. */
export interface Page<Row> {
  total: number;
  rows: Row[];
}

type Direction = 'asc' | 'desc';

/**
 * How a page is read: `walk` is the order in which rows are skipped and taken, `order` the one in which they are
 * returned.
 */
export interface PageWindow {
  offset: number;
  limit: number;
  walk: Direction;
  order: Direction;
}

/**
 * Up to this many rows are gathered by an index and then sorted. A longer list is walked along the index of its order,
 * where a page needs only the rows before it.
 */
export const FEW_ROWS = 5_000;

/** The place of a page, counted from the nearer end of the list, because skipping takes time; null past the end. */
export function pageWindow({ page, limit, descending }: PageRequest, total: number): PageWindow | null {
  const offset = (page - 1) * limit;
  if (offset >= total) return null;
  const order = descending ? 'desc' : 'asc';
  const rows = Math.min(limit, total - offset);
  const after = total - offset - rows;
  if (offset <= after) return { offset, limit: rows, walk: order, order };
  return { offset: after, limit: rows, walk: descending ? 'asc' : 'desc', order };
}

/** Counting reads an index entry for each row. A total this high may be a second old. */
const KEPT_TOTAL = 100_000;
const KEPT_MS = 1_000;

/** Remembers high totals for a moment, by query. */
export function totals() {
  const kept = createLru<string, { total: number; until: number }>(100);
  return async (what: unknown, now: number, countNow: () => Promise<number>): Promise<number> => {
    const key = JSON.stringify(what);
    const known = kept.get(key);
    if (known !== undefined && now < known.until) return known.total;
    const total = await countNow();
    if (total >= KEPT_TOTAL) kept.set(key, { total, until: now + KEPT_MS });
    return total;
  };
}

/** The number of rows of a query. */
export async function count<Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const row = await query.select(({ fn }) => fn.countAll<number>().as('rows')).executeTakeFirstOrThrow();
  return row.rows;
}
