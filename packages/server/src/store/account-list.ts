import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { parseEmail } from '../lib/email.ts';
import { looksLikePhone } from '../lib/phone.ts';
import { searchKey } from '../lib/text.ts';
import { ACCOUNT_COLUMNS } from './account-columns.ts';
import { unindexed } from './dialect.ts';
import { type Condition, lookThrough, met, pageOf } from './list-conditions.ts';
import {
  count,
  FEW_ROWS,
  type Page,
  type PageRequest,
  type PageWindow,
  pageWindow,
  totals,
} from './lists.ts';
import type { AccountRow, Schema } from './schema.ts';

/** The orders of accounts, with the column of each. */
export const ACCOUNT_ORDERS = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  email: 'email_key',
  handle: 'handle_key',
  name: 'name_key',
} as const;

const FILTERS = ['role', 'status', 'email_verified'] as const;

export interface AccountListRequest extends PageRequest {
  order: keyof typeof ACCOUNT_ORDERS;
  filter: Partial<Pick<AccountRow, (typeof FILTERS)[number]>>;
  /**
   * The beginning of an email, handle, name, phone, uid or external id; only the last minds the case. Finds at most
   * {@link FEW_ROWS} of each.
   */
  search: string | null;
  /** A condition on another column. Finds at most {@link FEW_ROWS} if it is a part of a text, or a time. */
  condition?: Condition | undefined;
}

/** Sorts after every other character, so that it ends the range of texts with one beginning. */
const LAST = '\u{10ffff}';

type Accounts = SelectQueryBuilder<Schema, 'accounts', object>;
type Beginning = readonly [
  column: 'email_key' | 'handle_key' | 'name_key' | 'uid' | 'external_id' | 'phone',
  text: string,
];

/** Lists accounts. */
export function accountList(db: Kysely<Schema>) {
  const total = totals();

  function filtered(filter: AccountListRequest['filter'], indexed: boolean): Accounts {
    let query: Accounts = db.selectFrom('accounts');
    for (const column of FILTERS) {
      const value = filter[column];
      if (value !== undefined) query = query.where(indexed ? column : unindexed(db, column), '=', value);
    }
    return query;
  }

  /** The accounts with one of the beginnings, tested row by row. */
  function matching(accounts: Accounts, beginnings: readonly Beginning[]): Accounts {
    return accounts.where((builder) =>
      builder.or(
        beginnings.map(([name, text]) => {
          const column = unindexed<string>(db, name);
          return builder.and([builder(column, '>=', text), builder(column, '<', text + LAST)]);
        }),
      ),
    );
  }

  /**
   * A page of the accounts with one of the beginnings, each looked up in its index. What orders and filters need is read
   * with them: to join thousands of ids, PostgreSQL would read all accounts.
   */
  async function lookedUp(
    request: AccountListRequest,
    beginnings: readonly Beginning[],
  ): Promise<Page<AccountRow>> {
    const { order, filter, condition } = request;
    const branches = beginnings.map(([name, text]) => {
      let found = db
        .selectFrom(
          db
            .selectFrom('accounts')
            .selectAll()
            .where(name, '>=', text)
            .where(name, '<', text + LAST)
            .limit(FEW_ROWS)
            .as('found'),
        )
        .select(['found.id', `found.${ACCOUNT_ORDERS[order]} as key`]);
      for (const column of FILTERS) {
        const value = filter[column];
        if (value !== undefined) found = found.where(column, '=', value);
      }
      return condition === undefined ? found : found.where(met(db, condition));
    });
    const matches = branches.reduce((all, branch) => all.union(branch)).as('matches');
    const { rows } = await db
      .selectFrom(matches)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    const window = pageWindow(request, rows);
    if (window === null) return { total: rows, rows: [] };
    const page = db
      .selectFrom(matches)
      .select('matches.id')
      .orderBy('matches.key', window.walk)
      .orderBy('matches.id', window.walk)
      .limit(window.limit)
      .offset(window.offset);
    return { total: rows, rows: await read(page, order, window) };
  }

  /** The accounts of a page of ids. */
  function read(
    page: SelectQueryBuilder<Schema, never, { id: number }>,
    order: keyof typeof ACCOUNT_ORDERS,
    window: PageWindow,
  ): Promise<AccountRow[]> {
    // A cross join, because SQLite takes its tables in their order; otherwise it would look through all accounts for the
    // page.
    return db
      .selectFrom(page.as('page'))
      .crossJoin('accounts')
      .whereRef('accounts.id', '=', 'page.id')
      .select(ACCOUNT_COLUMNS)
      .orderBy(`accounts.${ACCOUNT_ORDERS[order]}`, window.order)
      .orderBy('accounts.id', window.order)
      .execute();
  }

  /** The newest accounts within a time, looked up in its index. */
  function within(accounts: Accounts, condition: Extract<Condition, { from: number }>): Accounts {
    const newest = db
      .selectFrom('accounts')
      .select('id')
      .where(met(db, condition))
      .orderBy(sql.ref(condition.column), 'desc')
      .limit(FEW_ROWS)
      .as('newest');
    return accounts.where('accounts.id', 'in', db.selectFrom(newest).select('newest.id'));
  }

  /** A page of the accounts with a part of a text, for which there is no index. */
  async function containing(request: AccountListRequest, condition: Condition): Promise<Page<AccountRow>> {
    const { order, filter, search } = request;
    const wanted = filtered(filter, false).where(met(db, condition));
    const accounts = search === null ? wanted : matching(wanted, beginningsOf(search));
    const rows = await lookThrough(db, 'accounts', ({ from, below }, most) =>
      accounts
        .where('id', '>=', from)
        .where('id', '<', below)
        .select(['id', `${ACCOUNT_ORDERS[order]} as key`])
        .orderBy('id', 'desc')
        .limit(most)
        .execute(),
    );
    return pageOf(rows, request, (ids) =>
      db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', 'in', ids).execute(),
    );
  }

  return async (request: AccountListRequest): Promise<Page<AccountRow>> => {
    const { order, filter, search, condition, now } = request;
    let rows = await total(filter, now, () => count(filtered(filter, true)));
    const few = rows <= FEW_ROWS;
    if (condition !== undefined && 'contains' in condition && !few) return containing(request, condition);
    if (search !== null && !few) return lookedUp(request, beginningsOf(search));
    let accounts = filtered(filter, few);
    if (condition !== undefined) {
      accounts =
        'from' in condition && !few ? within(accounts, condition) : accounts.where(met(db, condition));
    }
    if (search !== null) accounts = matching(accounts, beginningsOf(search));
    if (condition !== undefined || search !== null) rows = await count(accounts);

    const window = pageWindow(request, rows);
    if (window === null) return { total: rows, rows: [] };
    const column = ACCOUNT_ORDERS[order];
    // The ids first: the index of the order holds them, so that skipped rows are not read.
    const page = accounts
      .select('accounts.id')
      .orderBy(column, window.walk)
      .orderBy('accounts.id', window.walk)
      .limit(window.limit)
      .offset(window.offset);
    return { total: rows, rows: await read(page, order, window) };
  };
}

function beginningsOf(search: string): Beginning[] {
  const text = search.toLowerCase();
  const beginnings: Beginning[] = [
    ['email_key', parseEmail(search)?.key ?? text],
    ['handle_key', text],
    ['name_key', searchKey(search)],
    ['uid', text],
    ['external_id', search],
  ];
  if (looksLikePhone(search)) {
    beginnings.push(['phone', `+${search.replaceAll(/[^0-9]/g, '').replace(/^00/, '')}`]);
  }
  return beginnings;
}
