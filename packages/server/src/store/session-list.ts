import type { Kysely } from 'kysely';
import { unindexed } from './dialect.ts';
import { type Condition, lookThrough, met, pageOf } from './list-conditions.ts';
import { count, FEW_ROWS, type Page, type PageRequest, pageWindow, totals } from './lists.ts';
import type { Schema, SessionRow } from './schema.ts';
import { SESSION_COLUMNS } from './session-columns.ts';
import { type SessionRules, usedSince } from './session-rules.ts';

export interface SessionListRequest extends PageRequest {
  filter: Partial<Pick<SessionRow, 'account_id' | 'ip_address'>>;
  /** The expired sessions instead of the live ones. */
  expired: boolean;
  /** A condition on another column. Finds at most {@link FEW_ROWS} if no index holds the column. */
  condition?: Condition | undefined;
}

/** The columns that an index holds along the order of the list, or that leads to few rows. */
const INDEXED: ReadonlySet<string> = new Set(['id', 'account_id', 'created_at', 'expires_at']);

/** Lists sessions, ordered by when they began. */
export function sessionList(db: Kysely<Schema>, rules: SessionRules) {
  const total = totals();

  return async (request: SessionListRequest): Promise<Page<SessionRow>> => {
    const { filter, expired, condition, now } = request;
    const isIndexed = condition === undefined || INDEXED.has(condition.column);
    const since = usedSince(now, rules);
    const filtered = (indexed: boolean) => {
      const end = indexed ? 'expires_at' : unindexed<number>(db, 'expires_at');
      let query = db.selectFrom('sessions');
      if (since === null) query = query.where(end, expired ? '<=' : '>', now);
      else if (expired)
        query = query.where((or) => or.or([or(end, '<=', now), or('last_used_at', '<', since)]));
      else query = query.where(end, '>', now).where('last_used_at', '>=', since);
      if (filter.account_id !== undefined) query = query.where('account_id', '=', filter.account_id);
      if (filter.ip_address !== undefined) query = query.where('ip_address', '=', filter.ip_address);
      return condition === undefined ? query : query.where(met(db, condition));
    };

    if (!isIndexed) {
      const found = await lookThrough(db, 'sessions', ({ from, below }, most) =>
        filtered(false)
          .where('id', '>=', from)
          .where('id', '<', below)
          .select(['id', 'created_at as key'])
          .orderBy('id', 'desc')
          .limit(most)
          .execute(),
      );
      return pageOf(found, request, (ids) =>
        db.selectFrom('sessions').select(SESSION_COLUMNS).where('id', 'in', ids).execute(),
      );
    }

    const rows = await total([filter, expired, condition, rules.idleMs], now, () => count(filtered(true)));
    const window = pageWindow(request, rows);
    if (window === null) return { total: rows, rows: [] };
    const page = filtered(rows <= FEW_ROWS)
      .select('sessions.id')
      .orderBy('created_at', window.walk)
      .orderBy('sessions.id', window.walk)
      .limit(window.limit)
      .offset(window.offset)
      .as('page');
    return {
      total: rows,
      rows: await db
        .selectFrom(page)
        .crossJoin('sessions')
        .whereRef('sessions.id', '=', 'page.id')
        .select(SESSION_COLUMNS)
        .orderBy('sessions.created_at', window.order)
        .orderBy('sessions.id', window.order)
        .execute(),
    };
  };
}
