import type { AdminApi } from './admin-api.ts';
import type { EventType, KeywardEvent } from './api.ts';
import type { Open } from './client.ts';
import { failed, KeywardError } from './errors.ts';
import { follow, textOf } from './stream.ts';
import type { CallOptions, Result } from './types.ts';

type Group<Type> = Type extends `${infer Name}.${string}` ? Name : never;

/** A type of event, or a group of types, as in `account.*`. */
export type EventPattern = EventType | `${Group<EventType>}.*`;

/** The types that match a pattern. */
export type Matching<Pattern extends EventPattern> = Pattern extends `${infer Name}.*`
  ? Extract<EventType, `${Name}.${string}`>
  : Extract<EventType, Pattern>;

export interface EventFilter<Pattern extends EventPattern = EventPattern> {
  /** One or several. Default: all */
  type?: Pattern | readonly Pattern[];
  /** Events about this account */
  account_id?: number;
  /** Who did it: `account:7`, `key:3`, `operator` or `service` */
  actor_id?: string;
  /** Where the request came from */
  ip_address?: string;
  /** Words that its type or its data contains, in either case */
  q?: string;
}

export interface ExportOptions<Pattern extends EventPattern>
  extends EventFilter<Pattern>, Pick<CallOptions, 'signal'> {
  /** Events from this time on, RFC 3339 */
  since?: string;
  /** Events before this time */
  until?: string;
}

export interface FollowOptions<Pattern extends EventPattern>
  extends EventFilter<Pattern>, Pick<CallOptions, 'signal'> {
  /** Continues after this cursor. Default: from now on */
  after?: string;
  /** How long to wait before a reconnection; doubles up to 30 s while it fails. Default: 1,000 */
  retryMs?: number;
}

/** An event and its position. */
export interface FollowedEvent<Type extends EventType = EventType> {
  /** Continue after this event by passing it as `after`. */
  cursor: string;
  event: KeywardEvent<Type>;
}

type Items<Item> = AsyncGenerator<Result<Item>, void, void>;

export interface Events extends Omit<AdminApi['events'], 'list'> {
  /** A page of the events, newest first; with `after` the oldest first. `GET /auth/event` */
  list: <Pattern extends EventPattern = EventPattern>(
    input?: Omit<NonNullable<Parameters<AdminApi['events']['list']>[0]>, 'type'> &
      Pick<EventFilter<Pattern>, 'type'>,
    options?: CallOptions,
  ) => Promise<Result<{ events: KeywardEvent<Matching<Pattern>>[]; cursor: string; has_more: boolean }>>;
  /**
   * All events that match the filters, oldest first. If the connection breaks, the error is the last item, and
   * the export is incomplete. `GET /auth/event/export`
   */
  export: <Pattern extends EventPattern = EventPattern>(
    options?: ExportOptions<Pattern>,
  ) => Items<KeywardEvent<Matching<Pattern>>>;
  /**
   * Each event soon after its commit, in the order of the commits. It survives lost connections, and neither
   * skips nor repeats an event. A permanent error is its last item. `GET /auth/event/stream`
   */
  follow: <Pattern extends EventPattern = EventPattern>(
    options?: FollowOptions<Pattern>,
  ) => Items<FollowedEvent<Matching<Pattern>>>;
}

export function createEvents(api: AdminApi['events'], open: Open): Events {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the filters let only these types through
  const list = api.list as Events['list'];
  return {
    ...api,
    list,

    async *export({ signal, ...filter } = {}) {
      const givenUp = () => signal?.aborted === true;
      const { data: response, error } = await open('GET event/export', filter, signal ? { signal } : {});
      if (givenUp()) return;
      if (error) return yield failed(error);
      let rest = '';
      try {
        for await (const text of response.body ? textOf(response.body) : []) {
          const lines = (rest + text).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) yield { data: JSON.parse(line), error: null };
        }
        if (rest) throw new TypeError('half a line');
      } catch (cause) {
        if (!givenUp()) yield failed(new KeywardError('NetworkError', 'The export broke off.', { cause }));
      }
    },

    async *follow({ after, signal, retryMs, ...filter } = {}) {
      let begin = after;
      const items = follow(
        async (connection) => {
          // Requested first: otherwise, events would be skipped if a connection fails before its first event.
          const { lastEventId = begin, ...options } = connection;
          if (lastEventId !== undefined)
            return open('GET event/stream', { ...filter, after: lastEventId }, options);
          const { data, error } = await list({ ...filter, limit: 1 }, options);
          if (error) return failed(error);
          begin = data.cursor;
          return open('GET event/stream', { ...filter, after: begin }, options);
        },
        JSON.parse,
        { ...(signal && { signal }), ...(retryMs !== undefined && { retryMs }) },
      );
      for await (const { data, error } of items)
        yield error ? failed(error) : { data: { cursor: data.id, event: data.record }, error: null };
    },
  };
}
