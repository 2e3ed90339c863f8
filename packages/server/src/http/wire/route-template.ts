import type { FastifyRequest } from 'fastify';

/** The path of a request's route, without what was sent; null for a path that no route has. */
export function routeTemplate(request: FastifyRequest): string | null {
  const url = request.is404 ? request.pathOfOthers : request.routeOptions.url;
  return url === null || url === undefined ? null : templateFrom(url);
}

/** As the documentation writes paths: `/auth/account/{id}`. */
export function templateFrom(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}');
}
