import type { Kysely } from 'kysely';
import { type Condition, lookThrough, met, rangeOf } from '../lists/list-conditions.ts';
import { countAlong, type Entries, pageAlong, pageOf } from '../lists/pages.ts';
import { type Page, type PageRequest, totals } from '../lists/lists.ts';
import type { ProviderLinkRow, Schema } from '../engine/schema.ts';

export interface ProviderLinkListRequest extends PageRequest {
  /** Finds at most `FEW_ROWS` if no index holds the column. */
  condition?: Condition | undefined;
}

/** The columns with an index. */
const INDEXED: ReadonlySet<string> = new Set(['id', 'account_id', 'created_at']);

/** Lists the links of all accounts, in the order of creation. */
export function providerLinkList(db: Kysely<Schema>) {
  const totalOf = totals();

  const read = (ids: readonly number[]) =>
    db.selectFrom('provider_links').selectAll().where('id', 'in', ids).execute();

  return async ({ condition, ...request }: ProviderLinkListRequest): Promise<Page<ProviderLinkRow>> => {
    const lead = condition === undefined ? undefined : met(db, condition);
    if (lead !== undefined && !INDEXED.has(condition?.column ?? '')) {
      const found = await lookThrough(
        db,
        'provider_links',
        ({ from, below }, most) =>
          db
            .selectFrom('provider_links')
            .where(lead)
            .where('id', '>=', from)
            .where('id', '<', below)
            .select(['id', 'created_at as key'])
            .orderBy('id', 'desc')
            .limit(most)
            .execute(),
        request.signal,
      );
      return pageOf(found, request, read);
    }
    const range = rangeOf('created_at', condition);
    const entries: Entries = {
      table: 'provider_links',
      column: 'created_at',
      range,
      lead: range === undefined ? lead : undefined,
    };
    const total = await totalOf(condition, request.now, () => countAlong(db, entries));
    return pageAlong(db, entries, { ...request, total }, read);
  };
}
