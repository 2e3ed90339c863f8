import type { FastifyReply } from 'fastify';

/**
 * Closes the connection after the answer. A connection of HTTP/2 carries other requests too, and has no header for
 * this.
 */
export function closeConnection(reply: FastifyReply): void {
  if (reply.request.raw.httpVersionMajor === 1) reply.header('connection', 'close');
  // Fastify sets this header itself on an answer to a body that is too large.
  else reply.removeHeader('connection');
}
