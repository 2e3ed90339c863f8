import type { FastifyInstance } from 'fastify';
import type { Frontends } from '../../features/settings/frontends.ts';

/** How long browsers remember a preflight. */
const PREFLIGHT_SECONDS = '600';

/**
 * Lets the pages of allowed frontends call with cookies, which rules out a wildcard (Fetch §3.3). Hand-written, so that
 * a request without `Origin`, like most, costs one header and no more.
 */
export function allowFrontends(app: FastifyInstance, frontends: Frontends): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !frontends.isAllowed(origin)) {
      done();
      return;
    }
    reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true');
    // The route answers an OPTIONS that is no preflight, with its methods.
    if (request.method !== 'OPTIONS' || method === undefined) {
      reply.header('access-control-expose-headers', 'Retry-After, X-Request-Id, WWW-Authenticate');
      done();
      return;
    }
    const asked = request.headers['access-control-request-headers'];
    if (asked !== undefined) reply.header('access-control-allow-headers', asked);
    reply
      .code(204)
      .header('vary', 'Origin, Access-Control-Request-Headers')
      .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .send();
  });
}
