import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Services } from '../../services/services.ts';
import type { RequestMeters } from '../../features/operations/metrics/requests.ts';
import type { Traces } from '../../features/operations/traces/traces.ts';
import { BODY_LIMIT_BYTES } from './read-body.ts';
import { traceRequests } from './trace-requests.ts';
import { measureRequests } from './measure-requests.ts';
import { rememberAskers } from './request-asker.ts';
import { logRequests } from './request-log.ts';
import { finishOnClose } from './graceful-close.ts';
import { cutSlowReaders, openConnections, type ReadRate } from './connections.ts';
import { allowFrontends } from './cors.ts';
import { createErrorHandler, type OnUndeclared, type ReportError } from './error-response.ts';
import { headersAt } from './headers.ts';
import { acceptJsonOnly } from './json-body.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { refuseAmbiguousRequests, refuseMalformedRequest } from './malformed-request.ts';
import { handleNotFound, type NotFoundOptions } from './not-found.ts';
import { compileSerializer, compileValidator } from './schema-compilers.ts';
import { sendInPieces } from './in-pieces.ts';
import { limitReads } from './bounded-reads.ts';
import { limitPipelining } from './pipelining.ts';

export interface WireOptions {
  services: Services;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers count. */
  trustedProxies: readonly string[];
  /** The answer to unknown addresses. */
  lost: NotFoundOptions;
  report: ReportError;
  onUndeclared?: OnUndeclared | undefined;
  /** How fast clients must read their answers; default: 1 kB/s over a minute. */
  readingPace?: ReadRate | undefined;
  /** Measures requests; default: not measured. */
  meters?: RequestMeters | undefined;
  /** Whether answers are compressed for clients that accept it. Default: true. */
  compress?: boolean | undefined;
  /** Traces requests; default: not traced. */
  traces?: Traces | undefined;
}

/** Slower senders of a request are cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** The time limit of an idle connection. Longer than the interval between a stream's pings. */
const CONNECTION_TIMEOUT_MS = 60_000;
/** How often the server looks for slow connections. */
const CONNECTION_CHECK_MS = 5_000;

/** A caller may name its request; a name that does not fit in a log line is replaced. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** An id of an application may be an address (2,048 characters), each character of which may be percent-encoded. */
const MAX_PARAMETER = 3 * 2_048;
const ROUTER_OPTIONS = { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER };

/** A server with every rule of the wire and no routes yet. */
export function createWire(options: WireOptions): FastifyInstance {
  const {
    services,
    trustedProxies,
    lost,
    report,
    onUndeclared,
    readingPace,
    meters,
    traces,
    compress = true,
  } = options;
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
      // Checked below, so that the answer has the form of other errors.
      requireHostHeader: false,
    },
    // While closing, the server still answers requests that have been sent.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    clientErrorHandler: refuseMalformedRequest,
    // These errors occur before any hook.
    frameworkErrors: (error, request, reply) => {
      measure?.(request, reply);
      logRequest(request, reply);
      void handleError(error, request, protect(request, reply));
    },
    routerOptions: ROUTER_OPTIONS,
  });
  const headers = headersAt(services.publicUrl());
  const protect = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.headers(headers).header('x-request-id', request.id);
  const handleError = createErrorHandler({ report, onUndeclared, scimPath: `${services.prefix}/scim/v2/` });

  if (!app.supportedMethods.includes('TRACE')) app.addHttpMethod('TRACE');
  app
    .decorateRequest('caller', null)
    .decorateRequest('apiKey', null)
    .decorateRequest('portal', null)
    .decorateRequest('provider', null)
    .decorate('mounted', []);
  app.decorate('compress', compress);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(handleError);
  acceptJsonOnly(app);
  const connections = openConnections(app);
  finishOnClose(app, connections);
  cutSlowReaders(app, connections, readingPace);
  sendInPieces(app);
  limitReads(app.server);
  limitPipelining(app.server);
  // Registered first, so that its times include the other hooks.
  const measure = meters && measureRequests(app, meters);
  if (traces !== undefined) traceRequests(app, traces);
  const logRequest = logRequests(app, services.logs);
  if (services.store.kind === 'postgres') rememberAskers(app);
  app.addHook('onRequest', (request, reply, done) => {
    protect(request, reply);
    done();
  });
  refuseAmbiguousRequests(app);

  const protocol = `${services.prefix}/oauth/`;
  allowFrontends(app, services.frontends, (origin, path) => {
    const { enabled, mcp } = services.settings.current.oauth;
    const isForClients = path.startsWith(protocol) || (mcp && /^\/mcp(?:\?|$)/.test(path));
    return enabled && isForClients ? services.store.applications.hasOrigin(origin) : null;
  });
  refuseOtherMethods(app, services, ROUTER_OPTIONS);
  handleNotFound(app, lost);
  return app;
}
