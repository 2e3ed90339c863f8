import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { FastifyInstance } from 'fastify';
import { handInBody } from '../http/wire/json-body.ts';
import { asHttp1 } from './http2.ts';
import { closedAnswer, type UnderWay } from './under-way.ts';

/**
 * A handler of `node:http`, `node:https` and `node:http2`, and a middleware of Connect and Express.
 * @param next called for a path that is not Keyward's; without it such a path is answered with our 404
 */
export type NodeHandler = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Hands the host's own requests to our router, with their connections: limits, streams and back-pressure stay theirs. */
export function createNodeHandler(deps: {
  server: FastifyInstance;
  owns: (url: string) => boolean;
  underWay: UnderWay;
}): NodeHandler {
  const { server, owns, underWay } = deps;
  return (hostRequest, hostResponse, next) => {
    if (next !== undefined && !owns(hostRequest.url ?? '/')) {
      next();
      return;
    }
    const [request, response] = asHttp1(hostRequest, hostResponse);
    if (!underWay.enter(response)) {
      const { status, headers, body } = closedAnswer();
      const connection = request.httpVersionMajor === 1 ? { connection: 'close' } : {};
      response.writeHead(status, { ...headers, ...connection }).end(body);
      return;
    }
    // Somebody has read the body: waiting for more of it would never end.
    if (request.readableEnded) handInBody(request, bytesOf(parsedBody(request)));
    server.routing(request, response);
  };
}

/** What `express.json()` and its like leave behind. */
function parsedBody(request: IncomingMessage): unknown {
  return 'body' in request ? request.body : undefined;
}

/** The body again, from what a parser made of it. */
function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
