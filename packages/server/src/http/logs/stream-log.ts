import { Type } from 'typebox';
import type { Subscriber, StreamEvent } from '../../features/operations/logs/broker.ts';
import { readerOf } from '../wire/reader.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';
import { describeEventStream, type EventStream, openEventStream } from '../wire/event-stream.ts';
import { assertPrimary, PrimaryLogParams } from './present-log.ts';

/** All streams receive the same events, so they are encoded once. */
const encoded = new WeakMap<readonly StreamEvent[], Buffer>();

export const streamLog = adminEndpoint({
  summary: 'Follow a primary log: the last ten records, then each new one, as server-sent events',
  params: PrimaryLogParams,
  query: closedQuery({}),
  headers: Type.Object({
    'Last-Event-ID': Type.Optional(
      Type.String({
        description: 'The id of the last received event; the stream continues after it',
      }),
    ),
  }),
  response: { 200: Type.String({ contentMediaType: 'text/event-stream' }) },
  errors: ['LoggingDisabledError', 'LogNotFoundError', 'RateLimitedError'],
  async handle({ services, params: { name }, request, reply, actor }) {
    assertPrimary(name);
    describeEventStream(reply);
    if (request.method === 'HEAD') return reply.send();

    const { raw } = reply;
    let stream: EventStream | undefined;
    const subscriber: Subscriber = {
      ...readerOf(actor),
      begin() {
        stream = openEventStream(request, reply);
        stream.live();
      },
      receive: (events) => stream?.write(encode(events)),
      ping: () => stream?.write(': ping\n\n'),
      end: () => stream?.end(),
    };
    // Otherwise a client that has disconnected would stay in the list forever.
    if (raw.destroyed) return reply.hijack();
    raw.once('close', () => services.logs.leave(subscriber));
    const lastId = request.headers['last-event-id'];
    await services.logs.follow(name, subscriber, typeof lastId === 'string' ? lastId : undefined);
    if (stream === undefined) {
      // The reader was ended before the stream began.
      if (raw.destroyed) reply.hijack();
      else openEventStream(request, reply).end();
    }
    return reply;
  },
});

/** https://html.spec.whatwg.org/multipage/server-sent-events.html; a log line contains no line end. */
function encode(events: readonly StreamEvent[]): Buffer {
  const known = encoded.get(events);
  if (known !== undefined) return known;
  const bytes = Buffer.from(
    events.map(({ id, line }) => `id: ${id}\nevent: log\ndata: ${line}\n\n`).join(''),
  );
  encoded.set(events, bytes);
  return bytes;
}
