import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createTurns } from '../http/wire/pipelining.ts';
import { handInBody, isForm } from '../http/wire/json-body.ts';
import { asHttp1 } from './http2.ts';
import type { InFlight } from './in-flight.ts';

/**
 * A handler of `node:http`, `node:https` and `node:http2`, and a middleware of Connect and Express.
 * @param next called for a path that is not Keyward's; without it, Keyward answers such a path with its own 404
 */
export type NodeHandler = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Passes the host's own requests to the router, with their connections, so that limits, streams and back-pressure are
 * unchanged.
 */
export function createNodeHandler(deps: {
  server: FastifyInstance;
  owns: (url: string) => boolean;
  inFlight: InFlight;
  /** Receives the connections whose clients must read an answer, which is one at a time. */
  readers: Set<Socket>;
}): NodeHandler {
  const { server, owns, inFlight, readers } = deps;
  const inTurn = createTurns();
  return (hostRequest, hostResponse, next) => {
    if (next !== undefined && !owns(hostRequest.url ?? '/')) {
      next();
      return;
    }
    const [request, response] = asHttp1(hostRequest, hostResponse);
    // The rest of a packet of a client that was cut off.
    if (request.socket.destroyed) return;
    // Counted from its arrival, as a waiting request takes memory too.
    const refusal = inFlight.enter(response, request.socket.remoteAddress);
    // The body has already been read: waiting for more of it would never end.
    if (request.readableEnded)
      handInBody(request, bytesOf(parsedBody(request), request.headers['content-type']));
    inTurn(hostRequest, hostResponse, () => {
      // In its turn, because Node would keep all refusals behind an answer that nobody reads.
      if (refusal !== null) {
        const { status, headers, body } = refusal;
        const connection = request.httpVersionMajor === 1 ? { connection: 'close' } : {};
        response.writeHead(status, { ...headers, ...connection }).end(body);
        return;
      }
      // Streams of HTTP/2 have windows of their own.
      if (hostRequest.httpVersionMajor === 1) readers.add(request.socket);
      response.once('close', () => readers.delete(request.socket));
      server.routing(request, response);
    });
  };
}

/** The parsed body that `express.json()` and similar parsers leave behind. */
function parsedBody(request: IncomingMessage): unknown {
  return 'body' in request ? request.body : undefined;
}

/** What the JSON parser refuses. */
const MALFORMED = '{';

/**
 * The body, rebuilt from a parser's result. It never throws: an error in a handler that a parser calls later would end
 * the host.
 */
function bytesOf(body: unknown, type: string | undefined): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.from(isForm(type) ? formOf(body) : jsonOf(body));
}

function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body) ?? MALFORMED;
  } catch {
    // Deeper than the stack allows, circular, or with a BigInt.
    return MALFORMED;
  }
}

/**
 * As `express.urlencoded()` reads it: a name that was sent several times has an array. No field of ours is an object,
 * and its client can choose what an object's `toString` is.
 */
function formOf(body: unknown): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(body)))
    for (const one of [value].flat()) if (typeof one === 'string') form.append(name, one);
  return form.toString();
}
