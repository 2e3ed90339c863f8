import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { describesAgent } from '../../lib/user-agent.ts';
import { unindexed } from '../engine/dialect.ts';
import { allOf, type Condition, lookThrough, met, placesOf, rangeOf } from '../lists/list-conditions.ts';
import { countAlong, type Entries, pageAlong, pageOf } from '../lists/pages.ts';
import { FEW_ROWS, type Page, type PageRequest, totals } from '../lists/lists.ts';
import type { Schema, SessionRow } from '../engine/schema.ts';
import { SESSION_COLUMNS } from './session-columns.ts';
import { type SessionRules, usedSince } from './session-rules.ts';

export interface SessionListRequest extends PageRequest {
  /** With a method, at most {@link FEW_ROWS} are found, because no index holds it. */
  filter: Partial<Pick<SessionRow, 'account_id' | 'ip_address' | 'method'>>;
  /** Words of the user agent or of what is derived from it. Finds at most {@link FEW_ROWS}. */
  device?: string | undefined;
  /** The expired sessions instead of the live ones. */
  expired: boolean;
  /** A condition on another column. Finds at most {@link FEW_ROWS} if no index holds the column. */
  condition?: Condition | undefined;
}

/** The columns with an index in the order of the list, or whose index selects few rows. */
const INDEXED: ReadonlySet<string> = new Set(['id', 'account_id', 'created_at', 'expires_at']);

/** Whether only reading all sessions finds those that are asked for. */
const isLookedThrough = ({ filter, device, condition }: SessionListRequest): boolean =>
  device !== undefined ||
  filter.method !== undefined ||
  (condition !== undefined && !INDEXED.has(condition.column));

/** Lists sessions, in the order of their beginning. */
export function sessionList(db: Kysely<Schema>, rules: SessionRules) {
  const totalOf = totals();

  /** All conditions on a session. */
  function askedOf({ filter, expired, condition, now }: SessionListRequest): RawBuilder<SqlBool> {
    const since = usedSince(now, rules);
    const inTime = sql<SqlBool>`${unindexed(db, 'expires_at')} > ${now}`;
    const live = since === null ? inTime : sql<SqlBool>`(${inTime} and last_used_at >= ${since})`;
    const { account_id: account, ip_address: address, method } = filter;
    const conditions = [expired ? sql<SqlBool>`not ${live}` : live];
    const ask = (one: Condition) => conditions.push(met(db, one, 'unindexed'));
    if (account !== undefined) ask({ column: 'account_id', is: account });
    if (address !== undefined) ask({ column: 'ip_address', is: address });
    if (method !== undefined && method !== null) ask({ column: 'method', is: method });
    if (condition !== undefined) ask(condition);
    return allOf(conditions);
  }

  /** The ids of a few sessions that include all matching ones; null if there are too many. */
  async function few(request: SessionListRequest): Promise<number[] | null> {
    const { filter, expired, condition, now } = request;
    const sessions = db
      .selectFrom('sessions')
      .select('id')
      .limit(FEW_ROWS + 1);
    const one = condition?.column === 'id' || condition?.column === 'account_id' ? condition : undefined;
    const found =
      filter.account_id !== undefined
        ? sessions.where('account_id', '=', filter.account_id)
        : filter.ip_address !== undefined && isLookedThrough(request)
          ? sessions.where('ip_address', '=', filter.ip_address)
          : one !== undefined
            ? sessions.where(met(db, one))
            : expired && rules.idleMs === null
              ? sessions.where('expires_at', '<=', now)
              : undefined;
    const rows = await found?.execute();
    return rows === undefined || rows.length > FEW_ROWS ? null : rows.map(({ id }) => id);
  }

  /** The index of the list, with the conditions that select a part of it. */
  function entriesOf(request: SessionListRequest): Entries {
    const { filter, condition } = request;
    const { ip_address: address } = filter;
    return {
      table: 'sessions',
      column: 'created_at',
      lead: address === undefined ? undefined : met(db, { column: 'ip_address', is: address }),
      range: rangeOf('created_at', condition),
      filter: askedOf(request),
    };
  }

  /** The index for counting the sessions. */
  function counted(request: SessionListRequest): Entries {
    const { filter, condition, expired, now } = request;
    const isPlain = Object.keys(filter).length === 0 && condition === undefined && rules.idleMs === null;
    if (!isPlain) return entriesOf(request);
    const range = expired ? { from: 0, to: now + 1 } : { from: now + 1, to: Number.MAX_SAFE_INTEGER };
    return { table: 'sessions', column: 'expires_at', range };
  }

  const read = (ids: readonly number[]) =>
    db.selectFrom('sessions').select(SESSION_COLUMNS).where('id', 'in', ids).execute();

  return async (request: SessionListRequest): Promise<Page<SessionRow>> => {
    const { filter, expired, condition, device, now, signal } = request;
    const passing = () =>
      db
        .selectFrom('sessions')
        .select(['id', 'created_at as key'])
        .$if(device !== undefined, (query) => query.select('user_agent'))
        .where(askedOf(request));
    const ofDevice = <Row extends { user_agent?: string }>(rows: Row[]) =>
      device === undefined
        ? rows
        : rows.filter(({ user_agent: agent = '' }) => describesAgent(device, agent));

    const ids = await few(request);
    if (ids !== null) {
      const found = await placesOf(
        ids,
        async (some) => ofDevice(await passing().where('id', 'in', some).execute()),
        signal,
      );
      return pageOf(found, request, read);
    }
    if (isLookedThrough(request)) {
      const found = await lookThrough(
        db,
        'sessions',
        async ({ from, below }, most) => {
          const span = passing().where('id', '>=', from).where('id', '<', below).orderBy('id', 'desc');
          const rows = await (device === undefined ? span.limit(most) : span).execute();
          return ofDevice(rows).slice(0, most);
        },
        signal,
      );
      return pageOf(found, request, read);
    }
    const total = await totalOf([filter, expired, condition, rules.idleMs], now, () =>
      countAlong(db, counted(request)),
    );
    return pageAlong(db, entriesOf(request), { ...request, total }, read);
  };
}
