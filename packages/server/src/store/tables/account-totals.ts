import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { unindexed } from '../engine/dialect.ts';
import { allOf } from '../lists/list-conditions.ts';
import { count, FEW_ROWS, totals } from '../lists/lists.ts';
import type { AccountRow, Schema } from '../engine/schema.ts';

/** Each combination of these columns is the beginning of an index. */
const FILTERS = ['role', 'status', 'email_verified'] as const;

type Filter = (typeof FILTERS)[number];
type Values = Readonly<Partial<Record<Filter, string | number>>>;

export type AccountFilter = Partial<Pick<AccountRow, Filter>>;

function whereAll<Table extends 'accounts', Row>(
  accounts: SelectQueryBuilder<Schema, Table, Row>,
  filter: Values,
): SelectQueryBuilder<Schema, Table, Row> {
  return FILTERS.reduce((query, column) => {
    const value = filter[column];
    return value === undefined ? query : query.where(sql<SqlBool>`${sql.ref(column)} = ${value}`);
  }, accounts);
}

/** The filters as a condition on the entries of a list; undefined if there are none. */
export function conditionOf(db: Kysely<Schema>, filter: AccountFilter): RawBuilder<SqlBool> | undefined {
  const columns = FILTERS.filter((column) => filter[column] !== undefined);
  if (columns.length === 0) return undefined;
  return allOf(columns.map((column) => sql<SqlBool>`${unindexed(db, column)} = ${filter[column]}`));
}

/**
 * Accounts are read by a filter if it matches fewer than one in this number. Along an order, the matches might all be at
 * the end.
 */
const RARE = 8;

/** The number of accounts that match some filters, and whether they are few. */
export function accountTotals(db: Kysely<Schema>) {
  const totalOf = totals();

  return {
    /** The ids of the accounts with some filters if they are few, among many; otherwise null. */
    async rare(filter: AccountFilter): Promise<number[] | null> {
      if (Object.keys(filter).length === 0) return null;
      const some = await whereAll(db.selectFrom('accounts'), filter)
        .select('id')
        .limit(FEW_ROWS + 1)
        .execute();
      if (some.length > FEW_ROWS) return null;
      const others = db
        .selectFrom('accounts')
        .select('id')
        .offset(some.length * RARE)
        .limit(1);
      return (await others.executeTakeFirst()) === undefined ? null : some.map(({ id }) => id);
    },

    total: (filter: AccountFilter, now: number): Promise<number> =>
      totalOf(filter, now, () => count(whereAll(db.selectFrom('accounts'), filter))),
  };
}
