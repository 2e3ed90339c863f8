import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { containsText } from '../engine/dialect.ts';
import { inChunks } from '../engine/in-chunks.ts';
import { FEW_ROWS } from '../lists/lists.ts';
import type { EventRow, Schema } from '../engine/schema.ts';

/** Null: any. */
export interface EventFilter {
  types: readonly string[] | null;
  accountId: number | null;
  /** In the form of events: `account:7`. */
  actor: string | null;
  ipAddress: string | null;
  /** `org_…` */
  organization: string | null;
  /** Each is in the type or in the JSON of the event. The case of ASCII letters is ignored. */
  words: readonly string[] | null;
  /** Milliseconds since the epoch; from this time on. */
  since: number | null;
  /** Until this time (exclusive). */
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
  /** Newest first. */
  descending: boolean;
  limit: number;
  /** Aborts when the client no longer waits for the page. */
  signal?: AbortSignal | undefined;
}

/** A part of a list. Events are swept while it is read, so a short page need not be the last one. */
export interface EventPage {
  rows: EventRow[];
  /** The position of its last event, which may have been swept since; null if there was none. */
  last: number | null;
  /**
   * The position that the reader has reached: `last` if more events follow in the span, otherwise the end of
   * the span.
   */
  reached: number;
  more: boolean;
}

/** Whether an event matches a filter: for events in memory, the same as {@link meeting}. */
export function letsThrough(filter: EventFilter, event: EventRow): boolean {
  const { types, accountId, actor, ipAddress, organization, words, since, until } = filter;
  return (
    (types === null || types.includes(event.type)) &&
    (accountId === null || event.account_id === accountId) &&
    (actor === null || event.actor === actor) &&
    (ipAddress === null || event.ip_address === ipAddress) &&
    (organization === null || event.organization === organization) &&
    (words === null || words.every((word) => said(event).includes(inLowerCase(word)))) &&
    (since === null || event.at >= since) &&
    (until === null || event.at < until)
  );
}

const said = ({ type, data }: EventRow) => inLowerCase(`${type} ${data}`);

/** As {@link containsText} does. */
const inLowerCase = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The columns of an index, each followed by the position. */
type Lead = readonly [
  column: 'account_id' | 'organization' | 'ip_address' | 'actor' | 'type',
  value: string | number,
];

/** Pages of events in the order of their positions. */
export function eventList(db: Kysely<Schema>) {
  function within(lead: Lead | null, { after, upTo }: EventSpan) {
    const query = db.selectFrom('events').where('position', '>', after).where('position', '<=', upTo);
    return lead === null ? query : query.where(lead[0], '=', lead[1]);
  }

  /** The next positions along an index; without `lead`, along the index of all positions. */
  function along(lead: Lead | null, span: EventSpan, descending: boolean, limit: number) {
    return within(lead, span)
      .select('position')
      .orderBy('position', descending ? 'desc' : 'asc')
      .limit(limit);
  }

  /** The first positions of several queries. */
  async function firstOf(queries: readonly Positions[], descending: boolean, limit: number) {
    const merged = queries
      .map((query) => db.selectFrom(query.as('one')).select('one.position'))
      .reduce((all, one) => all.unionAll(one))
      .as('merged');
    const rows = await db
      .selectFrom(merged)
      .select('merged.position')
      .orderBy('merged.position', descending ? 'desc' : 'asc')
      .limit(limit)
      .execute();
    return rows.flatMap(({ position }) => position ?? []);
  }

  /** The rows at some positions. */
  async function read(positions: readonly number[], descending: boolean): Promise<EventRow[]> {
    const rows: EventRow[] = [];
    for (const some of inChunks(positions)) {
      const found = await db
        .selectFrom('events')
        .selectAll()
        .where('position', 'in', [...some])
        .orderBy('position', descending ? 'desc' : 'asc')
        .execute();
      rows.push(...found);
    }
    return rows;
  }

  /**
   * The part of a span that is within a time range. Positions are roughly in the order of time, but not exactly: the
   * search reads only a few events.
   */
  async function duringTime({ since, until }: EventFilter, span: EventSpan): Promise<EventSpan> {
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

  return async function page(request: EventPageRequest): Promise<EventPage> {
    const { filter, descending, signal } = request;
    const { leads, rest } = planOf(filter);
    // Reads one more, to know whether there is a next page.
    const limit = request.limit + 1;
    const found: number[] = [];
    let { after, upTo } = await duringTime(filter, request.span);
    while (after < upTo && found.length < limit) {
      const wanted = limit - found.length;
      // With further conditions, the required number is unknown.
      const step = rest ? FEW_ROWS : wanted;
      const span = { after, upTo };
      const positions = await firstOf(
        leads.map((lead) => along(lead, span, descending, step)),
        descending,
        step,
      );
      const last = positions.at(-1);
      if (last === undefined) break;
      const part = descending ? { after: last - 1, upTo } : { after, upTo: last };
      const matching = leads.map((lead) => meeting(db, filter, within(lead, part)).select('position'));
      found.push(...(rest ? await firstOf(matching, descending, wanted) : positions));
      if (positions.length < step) break;
      if (descending) upTo = last - 1;
      else after = last;
      signal?.throwIfAborted();
    }
    const taken = found.slice(0, request.limit);
    const more = found.length > taken.length;
    const last = taken.at(-1) ?? null;
    const end = descending ? request.span.after : request.span.upTo;
    const rows = await read(taken, descending);
    // The sweep removed the whole page. A reader would interpret an empty page as the end of the log.
    if (rows.length === 0 && more && last !== null)
      return page({
        ...request,
        span: { ...request.span, ...(descending ? { upTo: last - 1 } : { after: last }) },
      });
    return { rows, last, reached: more ? (last ?? end) : end, more };
  };
}

type Events = SelectQueryBuilder<Schema, 'events', object>;
type Positions = SelectQueryBuilder<Schema, 'events', { position: number | null }>;

/** The events of a query that match a filter. */
function meeting(db: Kysely<Schema>, filter: EventFilter, events: Events): Events {
  const { types, accountId, actor, ipAddress, organization, words, since, until } = filter;
  let query = events;
  if (types !== null) query = query.where('type', 'in', types);
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  if (actor !== null) query = query.where('actor', '=', actor);
  if (ipAddress !== null) query = query.where('ip_address', '=', ipAddress);
  if (organization !== null) query = query.where('organization', '=', organization);
  for (const word of words ?? [])
    query = query.where(
      sql<boolean>`(${containsText(db, 'type', word)} or ${containsText(db, 'data', word)})`,
    );
  if (since !== null) query = query.where('at', '>=', since);
  return until === null ? query : query.where('at', '<', until);
}

/** The index to use, and whether there are conditions on other columns. */
function planOf({ types, accountId, actor, ipAddress, organization, words, since, until }: EventFilter): {
  leads: readonly (Lead | null)[];
  rest: boolean;
} {
  const leads: (readonly Lead[])[] = [
    ...(accountId === null ? [] : [[['account_id', accountId]] satisfies Lead[]]),
    ...(organization === null ? [] : [[['organization', organization]] satisfies Lead[]]),
    ...(ipAddress === null ? [] : [[['ip_address', ipAddress]] satisfies Lead[]]),
    ...(actor === null ? [] : [[['actor', actor]] satisfies Lead[]]),
    ...(types === null ? [] : [types.map((type): Lead => ['type', type])]),
  ];
  const more = words !== null || since !== null || until !== null;
  return { leads: leads[0] ?? [null], rest: leads.length > 1 || more };
}
