import { Type } from 'typebox';
import type { Follower, StreamEvent } from '../../features/logs/broker.ts';
import { signedInEndpoint } from '../wire/endpoint.ts';
import { closedQuery } from '../wire/schemas.ts';
import { leaveToItsStream } from '../wire/connections.ts';
import { hangUp } from '../wire/hang-up.ts';
import { assertPrimary, PrimaryLogParams } from './present-log.ts';

/** Bytes that may wait for a reader. A reader further behind is cut off, and can reconnect. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** How long the last bytes of an ending stream may take to leave. */
const LAST_BYTES_MS = 500;

/** All streams receive the same events, so the first encodes for all. */
const encoded = new WeakMap<readonly StreamEvent[], Buffer>();

export const streamLog = signedInEndpoint({
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
  handle({ services, params: { name }, request, reply, caller }) {
    assertPrimary(name);
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') return reply.send();

    const { raw } = reply;
    // A client that hung up meanwhile would stay in the list forever.
    if (raw.destroyed) return reply.hijack();
    const write = (bytes: Buffer | string) => {
      raw.write(bytes);
      if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
    };
    const follower: Follower = {
      accountId: caller.row.account_id,
      sessionId: caller.row.id,
      token: caller.token,
      receive: (events) => write(encode(events)),
      ping: () => write(': ping\n\n'),
      end: () => {
        raw.end();
        setTimeout(() => raw.destroy(), LAST_BYTES_MS).unref();
      },
    };
    const lastId = request.headers['last-event-id'];
    const backlog = services.logs.follow(name, follower, typeof lastId === 'string' ? lastId : undefined);
    raw.once('close', () => services.logs.leave(follower));
    // From here on, events are written as they arrive.
    reply.hijack();
    hangUp(reply);
    leaveToItsStream(request.raw.socket);
    for (const [header, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(header, value);
    raw.writeHead(200);
    raw.flushHeaders();
    if (backlog.length > 0) follower.receive(backlog);
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
