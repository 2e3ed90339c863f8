import { type Kysely, sql } from 'kysely';
import { parseEmail } from '../../lib/email.ts';
import { looksLikePhone } from '../../lib/phone.ts';
import { searchKey } from '../../lib/text.ts';
import { ACCOUNT_COLUMNS } from './account-columns.ts';
import { unindexed } from '../engine/dialect.ts';
import { type AccountFilter, accountTotals, conditionOf, whereAll } from './account-totals.ts';
import { type Condition, lookThrough, met, placesOf } from '../lists/list-conditions.ts';
import { pageAlong, pageOf } from '../lists/pages.ts';
import { FEW_ROWS, type Page, type PageRequest } from '../lists/lists.ts';
import type { AccountRow, Schema } from '../engine/schema.ts';

/** The orders of accounts, with the column of each. */
export const ACCOUNT_ORDERS = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  email: 'email_key',
  handle: 'handle_key',
  name: 'name_key',
} as const;

export interface AccountListRequest extends PageRequest {
  order: keyof typeof ACCOUNT_ORDERS;
  filter: AccountFilter;
  /**
   * The beginning of an email, handle, name, phone, uid or external id; only the external id is case-sensitive. Finds
   * at most {@link FEW_ROWS} of each.
   */
  search: string | null;
  /** A condition on another column. Finds at most {@link FEW_ROWS} for a part of a text, or a time. */
  condition?: Condition | undefined;
}

/** Sorts after every other character, so that it ends the range of texts with one beginning. */
const LAST = '\u{10ffff}';

type Beginning = readonly [
  column: 'email_key' | 'handle_key' | 'name_key' | 'uid' | 'external_id' | 'phone',
  text: string,
];

/** Lists accounts. */
export function accountList(db: Kysely<Schema>) {
  const totals = accountTotals(db);

  /** The matching accounts, tested row by row. */
  function matching({ filter, search, condition }: AccountListRequest) {
    let accounts = whereAll(db, db.selectFrom('accounts'), filter, 'unindexed');
    if (condition !== undefined) accounts = accounts.where(met(db, condition, 'unindexed'));
    if (search === null) return accounts;
    return accounts.where((is) =>
      is.or(
        beginningsOf(search).map(([name, text]) => {
          const column = unindexed<string>(db, name);
          return is.and([is(column, '>=', text), is(column, '<', text + LAST)]);
        }),
      ),
    );
  }

  /** The ids of the accounts with one of the beginnings. */
  async function searched(search: string): Promise<number[]> {
    const ids = new Set<number>();
    for (const [name, text] of beginningsOf(search)) {
      const rows = await db
        .selectFrom('accounts')
        .select('id')
        .where(name, '>=', text)
        .where(name, '<', text + LAST)
        .limit(FEW_ROWS)
        .execute();
      for (const { id } of rows) ids.add(id);
    }
    return [...ids];
  }

  /** The ids of the accounts that meet a condition on an indexed column; for times, the newest. */
  async function meeting(condition: Condition): Promise<number[]> {
    const rows = await db
      .selectFrom('accounts')
      .select('id')
      .where(met(db, condition))
      .orderBy(sql.ref(condition.column), 'desc')
      .limit(FEW_ROWS)
      .execute();
    return rows.map(({ id }) => id);
  }

  const passing = (ids: readonly number[], request: AccountListRequest) =>
    placesOf(
      ids,
      (some) =>
        matching(request)
          .select(['id', `${ACCOUNT_ORDERS[request.order]} as key`])
          .where('id', 'in', some)
          .execute(),
      request.signal,
    );

  const read = (ids: readonly number[]) =>
    db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', 'in', ids).execute();

  return async (asked: AccountListRequest): Promise<Page<AccountRow>> => {
    const request = withFlag(asked);
    const { order, filter, search, condition } = request;
    const some =
      (await totals.rare(filter)) ??
      (search === null ? null : await searched(search)) ??
      (condition === undefined || 'contains' in condition ? null : await meeting(condition));
    if (some !== null) return pageOf(await passing(some, request), request, read);
    if (condition !== undefined) {
      const found = await lookThrough(
        db,
        'accounts',
        ({ from, below }, most) =>
          matching(request)
            .where('id', '>=', from)
            .where('id', '<', below)
            .select(['id', `${ACCOUNT_ORDERS[order]} as key`])
            .orderBy('id', 'desc')
            .limit(most)
            .execute(),
        request.signal,
      );
      return pageOf(found, request, read);
    }
    const total = await totals.total(filter, request.now);
    const entries = {
      table: 'accounts',
      column: ACCOUNT_ORDERS[order],
      filter: conditionOf(db, filter),
    } as const;
    return pageAlong(db, entries, { ...request, total }, read);
  };
}

/** A condition on a flag is treated as a filter, because half of all accounts may have it. */
function withFlag(request: AccountListRequest): AccountListRequest {
  const { filter, condition } = request;
  const isFlag = condition?.column === 'email_verified' && 'is' in condition;
  if (!isFlag || filter.email_verified !== undefined) return request;
  return {
    ...request,
    filter: { ...filter, email_verified: Number(condition.is) },
    condition: undefined,
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
