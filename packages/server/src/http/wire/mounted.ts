import type { FastifyRequest } from 'fastify';

/** The part of a mounted route's path that precedes its own path. */
export function mountedBelow(request: FastifyRequest, ownPath: string): string {
  return (request.routeOptions.url ?? ownPath).slice(0, -ownPath.length);
}
