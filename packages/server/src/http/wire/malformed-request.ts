import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type ErrorKind, ERRORS, KeywardError } from '../../errors.ts';
import { errorBody } from './error-response.ts';
import { closeConnection } from './close-connection.ts';
import { HEADERS } from './headers.ts';

/**
 * Node's codes for the requests that it gives up on; any other code stands for bytes that are not HTTP. The phrases are
 * those of RFC 9110 and 6585. Importing them from node:http would load all of its exports, a tenth of the modules' time
 * at a start.
 */
const GIVEN_UP: Record<string, { kind: ErrorKind; phrase: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { kind: 'RequestTimeoutError', phrase: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { kind: 'HeadersTooLargeError', phrase: 'Request Header Fields Too Large' },
};
const NOT_HTTP = { kind: 'MalformedRequestError', phrase: 'Bad Request' } as const;

/** Answers a request that Node could not read as HTTP in the form of every other error, and closes the connection. */
export function refuseMalformedRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { kind, phrase } = GIVEN_UP[error.code ?? ''] ?? NOT_HTTP;
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(new KeywardError(kind), requestId));
  const headers = {
    ...HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${ERRORS[kind].status} ${phrase}\r\n${head.join('')}\r\n${body}`);
}

/** Refuses requests that Node would accept, or would answer in a different format. */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', ({ socket }) => refuseMalformedRequest(new Error('Expect'), socket));
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const hosts = countOf('host', raw);
    const fault =
      hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')
        ? 'The request must have exactly one Host header.'
        : countOf('authorization', raw) > 1
          ? 'The request must have at most one Authorization header.'
          : undefined;
    if (fault === undefined) {
      done();
      return;
    }
    closeConnection(reply);
    done(new KeywardError('MalformedRequestError', { message: fault }));
  });
}

/** If there are two, a proxy may have used the other one (RFC 9112 §3.2; Node takes the first). */
function countOf(header: string, { rawHeaders }: IncomingMessage): number {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === header.length && name.toLowerCase() === header) found += 1;
  }
  return found;
}
