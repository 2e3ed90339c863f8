import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { stepMs, unindexed } from '../engine/dialect.ts';
import { allOf } from '../lists/list-conditions.ts';
import { countAlong, type Entries } from '../lists/list-walk.ts';
import { FEW_ROWS, totals } from '../lists/lists.ts';
import type { AccountRow, Schema } from '../engine/schema.ts';

/** Each combination of these columns is the beginning of an index. */
const FILTERS = ['role', 'status', 'email_verified'] as const;

type Filter = (typeof FILTERS)[number];
type Values = Readonly<Partial<Record<Filter, string | number>>>;

export type AccountFilter = Partial<Pick<AccountRow, Filter>>;

/** @param indexed `unindexed`: another index leads to the accounts */
export function whereAll<Table extends 'accounts', Row>(
  db: Kysely<Schema>,
  accounts: SelectQueryBuilder<Schema, Table, Row>,
  filter: Values,
  indexed?: 'unindexed',
): SelectQueryBuilder<Schema, Table, Row> {
  return FILTERS.reduce((query, column) => {
    const value = filter[column];
    if (value === undefined) return query;
    const name = indexed === undefined ? sql.ref(column) : unindexed(db, column);
    return query.where(sql<SqlBool>`${name} = ${value}`);
  }, accounts);
}

/** The filters as a condition on the entries of a list; undefined without any. */
export function conditionOf(filter: AccountFilter): Entries['filter'] {
  const columns = FILTERS.filter((column) => filter[column] !== undefined);
  if (columns.length === 0) return undefined;
  return { columns, condition: equal(columns, filter) };
}

function equal(columns: readonly Filter[], values: Values) {
  return allOf(columns.map((column) => sql<SqlBool>`${sql.ref(column)} = ${values[column]}`));
}

/** Of accounts that are fewer than one in so many, the list is gathered: along an order, they might be at its end. */
const RARE = 8;
/** SQLite counts so many in about a millisecond. */
const ONE_STEP = 20_000;

/** How many accounts have some filters, and whether these accounts are few. */
export function accountTotals(db: Kysely<Schema>) {
  const totalOf = totals();

  /** The values of a column among some accounts, each found by a look into an index. */
  async function* valuesOf(column: Filter, among: Values): AsyncGenerator<string | number> {
    const least = (after?: string | number) => {
      let accounts = whereAll(db, db.selectFrom('accounts'), among);
      if (after !== undefined) accounts = accounts.where(sql<SqlBool>`${sql.ref(column)} > ${after}`);
      const value = sql<string | number | null>`min(${sql.ref(column)})`;
      return accounts.select(value.as('value')).executeTakeFirst();
    };
    for (let found = await least(); found !== undefined && found.value !== null;) {
      yield found.value;
      found = await least(found.value);
    }
  }

  /** The number of accounts if one step counts them; otherwise null. A walk would take a look for each value. */
  async function countFew(filter: AccountFilter): Promise<number | null> {
    if (stepMs(db) === null) return null;
    const some = whereAll(db, db.selectFrom('accounts'), filter)
      .select('id')
      .limit(ONE_STEP + 1);
    const { rows } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows > ONE_STEP ? null : rows;
  }

  async function countNow(filter: AccountFilter): Promise<number> {
    const few = await countFew(filter);
    if (few !== null) return few;
    let rows = 0;
    const wanted = (column: Filter, among: Values) =>
      filter[column] === undefined ? valuesOf(column, among) : [filter[column]];
    for await (const role of wanted('role', {}))
      for await (const status of wanted('status', { role }))
        for await (const verified of wanted('email_verified', { role, status })) {
          // All columns of the index, so that the ids follow in it.
          const lead = equal(FILTERS, { role, status, email_verified: verified });
          rows += await countAlong(db, { table: 'accounts', column: 'id', lead });
        }
    return rows;
  }

  return {
    /** The ids of the accounts with some filters if they are few, among many; otherwise null. */
    async rare(filter: AccountFilter): Promise<number[] | null> {
      if (Object.keys(filter).length === 0) return null;
      const some = await whereAll(db, db.selectFrom('accounts'), filter)
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
      totalOf(filter, now, () => countNow(filter)),
  };
}
