import type { FastifyRequest } from 'fastify';

/** What stands before a route's own path in the path that it is mounted at. */
export function mountedBelow(request: FastifyRequest, ownPath: string): string {
  return (request.routeOptions.url ?? ownPath).slice(0, -ownPath.length);
}
