import type { FastifyRequest } from 'fastify';

/** The path template of a request's route; null for a path without a route. */
export function routeTemplate(request: FastifyRequest): string | null {
  const url = request.is404 ? request.pathOfOthers : request.routeOptions.url;
  return url === null || url === undefined ? null : templateFrom(url);
}

/** As the documentation writes paths: `/auth/account/{id}`. */
export function templateFrom(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}');
}
