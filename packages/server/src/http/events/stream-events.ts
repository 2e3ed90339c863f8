import { Type } from 'typebox';
import { CURSOR_RULE, cursorOf, readCursor } from '../../features/audit/log/cursor.ts';
import type { EventBody } from '../../features/audit/events/event-types.ts';
import type { FeedSubscriber, PositionedEvent } from '../../features/audit/log/feed.ts';
import { invalidFields } from '../../errors.ts';
import { readerOf } from '../wire/reader.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { describeEventStream, type EventStream, openEventStream } from '../wire/event-stream.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';
import { After, filterOf, FILTERS } from './event-query.ts';

/** How soon a browser reconnects. */
const RETRY_MS = 1_000;

export const streamEvents = adminEndpoint({
  summary: 'Follow the events as server-sent events: from a cursor on, or from now on',
  query: closedQuery({ ...FILTERS, after: After }),
  headers: Type.Object({
    'Last-Event-ID': Type.Optional(
      Type.String({
        format: 'event-cursor',
        description: 'The id of the last received event; takes precedence over `after`',
      }),
    ),
  }),
  response: { 200: Type.String({ contentMediaType: 'text/event-stream' }) },
  errors: ['ValidationError', 'RateLimitedError'],
  async handle({ services, query, request, reply, actor }) {
    const lastId = request.headers['last-event-id'];
    const start = {
      filter: filterOf(query),
      after:
        typeof lastId === 'string' && lastId !== ''
          ? positionOf(lastId)
          : query.after === undefined
            ? null
            : readCursor(query.after),
    };
    describeEventStream(reply);
    if (request.method === 'HEAD') return reply.send();

    let answer: EventStream | undefined;
    const over = new AbortController();
    const subscriber: FeedSubscriber = {
      ...readerOf(actor),
      ping: () => answer?.write(': ping\n\n'),
      end: () => over.abort(),
    };
    const stream = await services.auditLog.feed.follow(start, subscriber);
    const { raw } = reply;
    over.signal.addEventListener('abort', stream.leave);
    // Otherwise a client that has disconnected would stay subscribed forever.
    if (raw.destroyed || over.signal.aborted) stream.leave();
    raw.once('close', subscriber.end);
    const { write, drained, live, end } = (answer = openEventStream(request, reply));
    over.signal.addEventListener('abort', end);
    if (raw.destroyed || over.signal.aborted) {
      end();
      return reply;
    }
    // An id without data is not an event, but a client that loses the connection before the first event continues
    // from here. It begins as a comment, because not every client supports blocks without data.
    write(`: begin\nretry: ${RETRY_MS}\nid: ${cursorOf(stream.position)}\n\n`);
    stream
      .begin(
        {
          // One by one, because events can be large, and unread ones wait in memory.
          async past(events) {
            for (const one of events) {
              if (over.signal.aborted) return;
              write(frameOf(one));
              await drained();
            }
          },
          live: (events) => write(events.map(frameOf).join('')),
        },
        over.signal,
      )
      .then(live, (error: unknown) => {
        // The client reconnects, and continues where it was.
        subscriber.end();
        services.report(error, request.id);
      });
    return reply;
  },
});

/** @throws KeywardError `ValidationError`: browsers send the header, so that no schema checks it. */
function positionOf(lastId: string): number {
  const position = readCursor(lastId);
  if (position === null) throw invalidFields({ path: 'Last-Event-ID', message: CURSOR_RULE });
  return position;
}

/** All subscribers receive the same event, so it is encoded once. */
const frames = new WeakMap<EventBody, string>();

function frameOf({ event, position }: PositionedEvent): string {
  const known = frames.get(event);
  if (known !== undefined) return known;
  // Without an event field, so that one handler receives all types, including those of a newer Keyward.
  const frame = `id: ${cursorOf(position)}\ndata: ${JSON.stringify(event)}\n\n`;
  frames.set(event, frame);
  return frame;
}
