import { type Kysely, sql } from 'kysely';
import { parseEmail } from '../../lib/email.ts';
import { looksLikePhone } from '../../lib/phone.ts';
import { isIndexed, searchWords } from '../../lib/search-words.ts';
import { searchKey } from '../../lib/text.ts';
import { ACCOUNT_COLUMNS } from './account-columns.ts';
import { containAll, findsParts, newestWithParts, TEXT_COLUMNS } from '../engine/account-texts.ts';
import { unindexed } from '../engine/dialect.ts';
import { type AccountFilter, accountTotals, conditionOf } from './account-totals.ts';
import { allOf, type Condition, lookThrough, met, placesOf } from '../lists/list-conditions.ts';
import { pageAlong, pageOf } from '../lists/pages.ts';
import { FEW_ROWS, type Page, type PageRequest, type Place } from '../lists/lists.ts';
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
   * Parts of an email, a handle or a name, in any order, or the beginning of a phone, uid or external id; only the
   * external id is case-sensitive. A text that is too short for an index of parts is the beginning of any of them, as
   * every text is where PostgreSQL has no such index. Finds at most {@link FEW_ROWS} of each.
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

/** What a search looks for: accounts with all the words, if there are any, and those with one of the beginnings. */
interface Sought {
  words: readonly string[] | null;
  beginnings: readonly Beginning[];
}

type Request = AccountListRequest & { sought: Sought | null };

/** Lists accounts. */
export function accountList(db: Kysely<Schema>) {
  const totals = accountTotals(db);

  /** Everything but the search. */
  const filtered = ({ filter, condition }: AccountListRequest) =>
    allOf([
      conditionOf(db, filter) ?? sql`1 = 1`,
      condition === undefined ? sql`1 = 1` : met(db, condition, 'unindexed'),
    ]);

  /** The matching accounts, tested row by row. */
  function matching(request: Request) {
    const { sought } = request;
    const accounts = db.selectFrom('accounts').where(filtered(request));
    if (sought === null) return accounts;
    return accounts.where((is) =>
      is.or([
        ...(sought.words === null ? [] : [containAll(db, sought.words)]),
        ...sought.beginnings.map(([name, text]) => {
          const column = unindexed<string>(db, name);
          return is.and([is(column, '>=', text), is(column, '<', text + LAST)]);
        }),
      ]),
    );
  }

  /** The ids of the accounts with one of the beginnings. */
  async function beginning(beginnings: readonly Beginning[]): Promise<number[]> {
    const ids = new Set<number>();
    for (const [name, text] of beginnings) {
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

  const passing = (ids: readonly number[], request: Request) =>
    placesOf(
      ids,
      (some) =>
        matching(request)
          .select(['id', `${ACCOUNT_ORDERS[request.order]} as key`])
          .where('id', 'in', some)
          .execute(),
      request.signal,
    );

  /** The places of the newest accounts with all the parts, and of those with one of the beginnings. */
  async function having(parts: readonly string[], request: Request): Promise<Place[]> {
    const found = await newestWithParts(db, {
      parts,
      filter: filtered(request),
      column: ACCOUNT_ORDERS[request.order],
      most: FEW_ROWS,
    });
    const others = await passing(await beginning(request.sought?.beginnings ?? []), request);
    return [...new Map([...found, ...others].map((place) => [place.id, place])).values()];
  }

  const read = (ids: readonly number[]) =>
    db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', 'in', ids).execute();

  return async (asked: AccountListRequest): Promise<Page<AccountRow>> => {
    const flagged = withFlag(asked);
    const { order, filter, search, condition } = flagged;
    const indexed = (search !== null || condition !== undefined) && (await findsParts(db));
    const request = { ...flagged, sought: search === null ? null : soughtBy(search, indexed) };
    const rare = await totals.rare(filter);
    if (rare !== null) return pageOf(await passing(rare, request), request, read);
    const parts = indexed ? partsOf(request) : null;
    if (parts !== null) return pageOf(await having(parts, request), request, read);
    const some =
      (request.sought && (await beginning(request.sought.beginnings))) ??
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

/** The parts that an index leads to; null if there are none. */
function partsOf({ sought, condition }: Request): readonly string[] | null {
  if (sought !== null) return sought.words;
  if (condition === undefined || !('contains' in condition)) return null;
  const { column, contains } = condition;
  return TEXT_COLUMNS.some((name) => name === column) && isIndexed(contains)
    ? [contains.toLowerCase()]
    : null;
}

/** @param indexed whether there is an index of parts */
function soughtBy(search: string, indexed: boolean): Sought {
  const text = search.toLowerCase();
  const words = indexed ? searchWords(search) : null;
  const beginnings: Beginning[] = [
    ['uid', text],
    ['external_id', search],
  ];
  if (words === null) {
    beginnings.push(
      ['email_key', parseEmail(search)?.key ?? text],
      ['handle_key', text],
      ['name_key', searchKey(search)],
    );
  }
  if (looksLikePhone(search)) {
    beginnings.push(['phone', `+${search.replaceAll(/[^0-9]/g, '').replace(/^00/, '')}`]);
  }
  return { words, beginnings };
}
