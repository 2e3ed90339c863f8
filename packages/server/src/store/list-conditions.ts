import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { containsText } from './dialect.ts';
import { FEW_ROWS, type Page, type PageRequest } from './lists.ts';
import type { Schema } from './schema.ts';

/** A condition on one column of a list. */
export type Condition =
  | { readonly column: string; readonly is: string | number }
  /** Up to, but without, `to`. */
  | { readonly column: string; readonly from: number; readonly to: number }
  /** Literally, without regard to the case of ASCII letters. */
  | { readonly column: string; readonly contains: string };

/** The condition as SQL. */
export function met(db: Kysely<Schema>, condition: Condition): RawBuilder<SqlBool> {
  const column = sql.ref<string | number>(condition.column);
  if ('is' in condition)
    // PostgreSQL refuses a number that the column is too narrow for, instead of finding nothing.
    return typeof condition.is === 'number'
      ? sql`${column} = cast(${condition.is} as bigint)`
      : sql`${column} = ${condition.is}`;
  if ('from' in condition) return sql`(${column} >= ${condition.from} and ${column} < ${condition.to})`;
  return containsText(db, condition.column, condition.contains);
}

/** A row that was found, and its value in the order of the list. */
export interface Found {
  id: number;
  key: string | number;
}

/** The ids of one step: `from` itself, but not `below`. */
export interface Span {
  from: number;
  below: number;
}

/** Rows to look at before other requests get their turn: some milliseconds on SQLite, which runs in our thread. */
const STEP = 5_000;

/**
 * Finds rows that no index leads to, by looking at all rows in steps, newest first. It ends at {@link FEW_ROWS}.
 * @param find gives at most `most` of the rows of a span
 */
export async function lookThrough(
  db: Kysely<Schema>,
  table: 'accounts' | 'sessions' | 'provider_links',
  find: (span: Span, most: number) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const last = await db
      .selectFrom(table)
      .select('id')
      .where('id', '<', below)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(STEP - 1)
      .executeTakeFirst();
    const from = last?.id ?? 0;
    found.push(...(await find({ from, below }, FEW_ROWS - found.length)));
    if (last === undefined || found.length >= FEW_ROWS) return found;
    below = from;
    await setImmediate();
  }
}

/** A page of the found rows. @param read gives the rows of at most a page of ids, in any order */
export async function pageOf<Row extends { id: number }>(
  found: readonly Found[],
  { page, limit, descending }: PageRequest,
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const sorted = found.toSorted((a, b) => compare(a.key, b.key) || a.id - b.id);
  if (descending) sorted.reverse();
  const ids = sorted.slice((page - 1) * limit, page * limit).map(({ id }) => id);
  const rows = new Map((ids.length === 0 ? [] : await read(ids)).map((row) => [row.id, row]));
  // Rows that have gone meanwhile are left out.
  return { total: found.length, rows: ids.flatMap((id) => rows.get(id) ?? []) };
}

/** Keys compare by their bytes, as in the indexes. */
function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
