import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { inSteps } from './in-steps.ts';
import { FEW_ROWS } from './lists.ts';
import type { EventRow, Schema } from './schema.ts';

/** Null: any. */
export interface EventFilter {
  types: readonly string[] | null;
  accountId: number | null;
  /** As events hold it: `account:7`. */
  actor: string | null;
  ipAddress: string | null;
  /** Milliseconds since the epoch; from this time on. */
  since: number | null;
  /** Up to, but without, this time. */
  until: number | null;
}

/** Positions: those after `after`, up to and including `upTo`. */
export interface EventSpan {
  after: number;
  upTo: number;
}

export interface EventPageRequest {
  filter: EventFilter;
  span: EventSpan;
  /** From the end of the span. */
  descending: boolean;
  limit: number;
}

/** Whether a filter lets an event through: the same as {@link eventList} does, for events in memory. */
export function letsThrough(filter: EventFilter, event: EventRow): boolean {
  const { types, accountId, actor, ipAddress, since, until } = filter;
  return (
    (types === null || types.includes(event.type)) &&
    (accountId === null || event.account_id === accountId) &&
    (actor === null || event.actor === actor) &&
    (ipAddress === null || event.ip_address === ipAddress) &&
    (since === null || event.at >= since) &&
    (until === null || event.at < until)
  );
}

/** The columns that an index holds, each followed by the position. */
type Lead = readonly [column: 'account_id' | 'ip_address' | 'actor' | 'type', value: string | number];

/** Pages of events in the order of their positions. */
export function eventList(db: Kysely<Schema>) {
  /** The next positions along an index; along that of all positions without a lead. */
  function along(lead: Lead | null, { after, upTo }: EventSpan, descending: boolean, limit: number) {
    let query = db.selectFrom('events').where('position', '>', after).where('position', '<=', upTo);
    if (lead !== null) query = query.where(lead[0], '=', lead[1]);
    return query
      .select('position')
      .orderBy('position', descending ? 'desc' : 'asc')
      .limit(limit);
  }

  /** Up to `limit` positions in order, of which each has one of the leads. Reads nothing but the indexes. */
  async function candidates(leads: readonly Lead[] | null, ...rest: Tail<Parameters<typeof along>>) {
    const [, descending, limit] = rest;
    const merged = (leads ?? [null])
      .map((lead) => db.selectFrom(along(lead, ...rest).as('one')).select('one.position'))
      .reduce((all, one) => all.unionAll(one));
    const rows = await db
      .selectFrom(merged.as('merged'))
      .select('merged.position')
      .orderBy('merged.position', descending ? 'desc' : 'asc')
      .limit(limit)
      .execute();
    return rows.flatMap(({ position }) => position ?? []);
  }

  /**
   * The part of a span that a time leaves. Positions are roughly in the order of time, but not exactly: only few
   * events can be looked at to find out.
   */
  async function within({ since, until }: EventFilter, span: EventSpan): Promise<EventSpan> {
    if (since === null && until === null) return span;
    const found = await db
      .selectFrom(
        db
          .selectFrom('events')
          .where('audit', 'in', [0, 1])
          .where('at', '>=', since ?? 0)
          .where('at', '<', until ?? Number.MAX_SAFE_INTEGER)
          .select('position')
          .limit(FEW_ROWS + 1)
          .as('found'),
      )
      .select(({ fn }) => [
        fn.countAll<number>().as('rows'),
        fn.min('position').as('first'),
        fn.max('position').as('last'),
      ])
      .executeTakeFirstOrThrow();
    if (found.rows > FEW_ROWS) return span;
    return {
      after: Math.max(span.after, (found.first ?? Number.MAX_SAFE_INTEGER) - 1),
      upTo: Math.min(span.upTo, found.last ?? 0),
    };
  }

  return async ({ filter, span, descending, limit }: EventPageRequest): Promise<EventRow[]> => {
    const { leads, rest } = planOf(filter);
    const rows: EventRow[] = [];
    let { after, upTo } = await within(filter, span);
    while (after < upTo) {
      // With further conditions, nobody knows how many will do.
      const step = rest ? FEW_ROWS : limit - rows.length;
      const positions = await candidates(leads, { after, upTo }, descending, step);
      for (const some of inSteps(positions)) {
        const found = await db
          .selectFrom('events')
          .selectAll()
          .where('position', 'in', [...some])
          .orderBy('position', descending ? 'desc' : 'asc')
          .execute();
        for (const row of found) if (letsThrough(filter, row)) rows.push(row);
        if (rows.length >= limit) return rows.slice(0, limit);
        // SQLite reads in our thread.
        if (rest) await setImmediate();
      }
      const last = positions.at(-1);
      if (last === undefined || positions.length < step) break;
      if (descending) upTo = last - 1;
      else after = last;
    }
    return rows;
  };
}

/** The index to walk along, and whether there are conditions that it does not hold. */
function planOf({ types, accountId, actor, ipAddress, since, until }: EventFilter): {
  leads: readonly Lead[] | null;
  rest: boolean;
} {
  const leads: (readonly Lead[])[] = [
    ...(accountId === null ? [] : [[['account_id', accountId]] satisfies Lead[]]),
    ...(ipAddress === null ? [] : [[['ip_address', ipAddress]] satisfies Lead[]]),
    ...(actor === null ? [] : [[['actor', actor]] satisfies Lead[]]),
    ...(types === null ? [] : [types.map((type): Lead => ['type', type])]),
  ];
  const timed = since !== null || until !== null;
  return { leads: leads[0] ?? null, rest: leads.length > 1 || timed };
}

type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;
