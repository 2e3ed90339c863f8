import type { Http2ServerRequest, Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The maximum number of requests that may wait on one connection; a client that sends more is cut off. */
const MOST_WAITING = 32;
/** The number of simultaneous requests of an HTTP/2 connection, whose answers may leave in any order. */
const STREAMS_AT_ONCE = 100;

/** The requests of one connection that have no complete answer yet. */
interface Line {
  inFlight: number;
  waiting: (() => void)[];
}

/**
 * Works on one request of a connection at a time: the next one begins when the client has received the previous
 * answer, and while one waits, the connection is not read. One packet can contain thousands of requests of 30
 * bytes. A client that reads no answers could otherwise make the server compute all of them and keep them in
 * memory. RFC 9112 §9.3.2 lets a server do so, and close the connection behind any answer.
 * @returns the same for requests that reach no hook
 */
export function limitPipelining(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply, begin: () => void) => void {
  const lines = new WeakMap<object, Line>();

  function lineOf(connection: Connection): Line {
    const known = lines.get(connection);
    if (known !== undefined) return known;
    const line: Line = { inFlight: 0, waiting: [] };
    lines.set(connection, line);
    connection.once('close', () => (line.waiting = []));
    // Node resumes the connection by itself after each request.
    connection.on('resume', () => {
      if (line.waiting.length > 0) pause(connection);
    });
    return line;
  }

  function enter({ raw }: FastifyRequest, reply: FastifyReply, begin: () => void): void {
    const connection = connectionOf(raw);
    // The rest of a packet, behind the request for which the connection was cut off.
    if (connection.destroyed) return;
    const line = lineOf(connection);
    const start = () => {
      line.inFlight += 1;
      reply.raw.once('close', leave);
      begin();
    };
    const leave = () => {
      line.inFlight -= 1;
      const next = line.waiting.shift();
      if (next === undefined) return;
      if (line.waiting.length === 0 && 'resume' in connection) connection.resume();
      next();
    };
    if (line.inFlight < (raw.httpVersionMajor === 1 ? 1 : STREAMS_AT_ONCE)) start();
    else if (line.waiting.length < MOST_WAITING) {
      line.waiting.push(start);
      pause(connection);
    } else connection.destroy();
  }

  app.addHook('onRequest', enter);
  return enter;
}

/** The connection of a client. */
type Connection = Socket | Http2Session;

function connectionOf(raw: FastifyRequest['raw'] | Http2ServerRequest): Connection {
  return ('stream' in raw ? raw.stream.session : undefined) ?? raw.socket;
}

/** An HTTP/2 session has no such socket; its streams have separate windows. */
function pause(connection: Connection): void {
  if ('pause' in connection) connection.pause();
}
