import type { Kysely } from 'kysely';
import { type Condition, lookThrough, met, pageOf } from './list-conditions.ts';
import { count, type Page, type PageRequest, pageWindow, totals } from './lists.ts';
import type { ProviderLinkRow, Schema } from './schema.ts';

export interface ProviderLinkListRequest extends PageRequest {
  /** Finds at most `FEW_ROWS` if no index holds the column. */
  condition?: Condition | undefined;
}

/** The columns that an index leads to, or whose order it follows. */
const INDEXED: ReadonlySet<string> = new Set(['id', 'account_id', 'created_at']);

/** Lists the links of all accounts, ordered by when they were made. */
export function providerLinkList(db: Kysely<Schema>) {
  const total = totals();

  return async ({ condition, ...request }: ProviderLinkListRequest): Promise<Page<ProviderLinkRow>> => {
    const links =
      condition === undefined
        ? db.selectFrom('provider_links')
        : db.selectFrom('provider_links').where(met(db, condition));

    if (condition !== undefined && !INDEXED.has(condition.column)) {
      const found = await lookThrough(db, 'provider_links', ({ from, below }, most) =>
        links
          .where('id', '>=', from)
          .where('id', '<', below)
          .select(['id', 'created_at as key'])
          .orderBy('id', 'desc')
          .limit(most)
          .execute(),
      );
      return pageOf(found, request, (ids) =>
        db.selectFrom('provider_links').selectAll().where('id', 'in', ids).execute(),
      );
    }

    const rows = await total(condition, request.now, () => count(links));
    const window = pageWindow(request, rows);
    if (window === null) return { total: rows, rows: [] };
    const page = await links
      .selectAll()
      .orderBy('created_at', window.walk)
      .orderBy('id', window.walk)
      .limit(window.limit)
      .offset(window.offset)
      .execute();
    return { total: rows, rows: window.walk === window.order ? page : page.toReversed() };
  };
}
