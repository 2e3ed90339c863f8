import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Frontends } from '../../features/settings/frontends.ts';

/** How long browsers remember a preflight. */
const PREFLIGHT_SECONDS = '600';
/** The last one tells clients where to get a token (RFC 9728 §5.1), and which scopes are missing. */
const EXPOSED = 'Retry-After, X-Request-Id, WWW-Authenticate';

/**
 * Lets the pages of allowed frontends send requests with cookies, which rules out a wildcard (Fetch §3.3).
 * Hand-written, so that a request without `Origin`, like most, costs one header and no more.
 * @param isPublicClient whether pages of an origin may call an OAuth or MCP endpoint, without cookies; null for other
 * paths
 */
export function allowFrontends(
  app: FastifyInstance,
  frontends: Frontends,
  isPublicClient: (origin: string, path: string) => Promise<boolean> | null,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    reply.header('vary', 'Origin');
    const preflight = request.method === 'OPTIONS' && method !== undefined;
    if (origin === undefined || !frontends.isAllowed(origin)) {
      const asked = origin === undefined ? null : isPublicClient(origin, request.url);
      if (asked === null) {
        done();
        return;
      }
      void openTo(asked, done, () => {
        reply.header('access-control-allow-origin', origin);
        if (preflight) answerPreflight(request, reply);
        else reply.header('access-control-expose-headers', EXPOSED);
        return preflight;
      });
      return;
    }
    reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true');
    // The route itself answers an OPTIONS request that is not a preflight, with its methods.
    if (!preflight) {
      reply.header('access-control-expose-headers', EXPOSED);
      done();
      return;
    }
    answerPreflight(request, reply);
  });
}

/** @param open allows the origin, and returns whether it has answered the request */
async function openTo(
  asked: Promise<boolean>,
  done: (error?: Error) => void,
  open: () => boolean,
): Promise<void> {
  try {
    if ((await asked) && open()) return;
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  done();
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
  const asked = request.headers['access-control-request-headers'];
  if (asked !== undefined) reply.header('access-control-allow-headers', asked);
  reply
    .code(204)
    .header('vary', 'Origin, Access-Control-Request-Headers')
    .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .send();
}
