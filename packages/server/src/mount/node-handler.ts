import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { handInBody } from '../http/json-body.ts';
import { closedAnswer, type UnderWay } from './under-way.ts';

/**
 * A handler of `node:http`, and a middleware of Connect and Express.
 * @param next called for a path that is not Keyward's; without it such a path is answered with our 404
 */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** What `express.json()` and its like leave behind. */
interface ParsedRequest extends IncomingMessage {
  body?: unknown;
}

/** Hands the host's own requests to our router, with their connections: limits, streams and back-pressure stay theirs. */
export function createNodeHandler(deps: {
  server: FastifyInstance;
  owns: (url: string) => boolean;
  underWay: UnderWay;
}): NodeHandler {
  const { server, owns, underWay } = deps;
  return (request: ParsedRequest, response, next) => {
    if (next !== undefined && !owns(request.url ?? '/')) {
      next();
      return;
    }
    if (!underWay.enter(response)) {
      const { status, headers, body } = closedAnswer();
      response.writeHead(status, { ...headers, connection: 'close' }).end(body);
      return;
    }
    // Somebody has read the body: waiting for more of it would never end.
    if (request.readableEnded) handInBody(request, bytesOf(request.body));
    server.routing(request, response);
  };
}

/** The body again, from what a parser made of it. */
function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
