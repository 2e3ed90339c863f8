import type { FastifyReply } from 'fastify';

/** Ends the connection with the answer. One of HTTP/2 carries other requests too, and has no header for it. */
export function hangUp(reply: FastifyReply): void {
  if (reply.request.raw.httpVersionMajor === 1) reply.header('connection', 'close');
  // Fastify's own, of a body that is too large.
  else reply.removeHeader('connection');
}
