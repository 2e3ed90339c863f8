import type { FastifyRequest } from 'fastify';
import type { Route } from './endpoint/route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of a table, for the API's description. */
    mounted: MountedRoute[];
  }
}

/** A row of a routes table, with the path that it is mounted below. */
export interface MountedRoute {
  below: string;
  route: Route;
}

/** The part of a mounted route's path that precedes its own path. */
export function mountedBelow(request: FastifyRequest, ownPath: string): string {
  return (request.routeOptions.url ?? ownPath).slice(0, -ownPath.length);
}
