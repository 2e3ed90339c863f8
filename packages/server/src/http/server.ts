import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Services } from '../features/services.ts';
import { adminAccountRoutes } from './admin/accounts/routes.ts';
import { adminCodeRoutes } from './admin/codes/routes.ts';
import { adminSessionRoutes } from './admin/sessions/routes.ts';
import { finishOnClose } from './closing.ts';
import { codeRoutes } from './codes/routes.ts';
import { configRoutes } from './config/routes.ts';
import { allowFrontends } from './cors.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { documentationRoutes } from './documents/routes.ts';
import { createErrorHandler, type OnUndeclared, type ReportError } from './error-response.ts';
import { frontendPageRoutes } from './frontend-pages/routes.ts';
import { HEADERS } from './headers.ts';
import { healthRoutes } from './health/routes.ts';
import { acceptJsonOnly } from './json-body.ts';
import { refuseAmbiguousRequests, refuseMalformedRequest } from './malformed-request.ts';
import { LOG_PATH, mountLogRoutes } from './logs/mount.ts';
import { logRequests } from './logs/request-log.ts';
import { directTheLost } from './not-found.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { providerRoutes } from './providers/routes.ts';
import { mountRoutes } from './routing.ts';
import { compileSerializer, compileValidator } from './schema-compilers.ts';
import { setUpPageRoutes, setUpRoutes } from './set-up/routes.ts';
import { wellKnownRoutes } from './well-known/routes.ts';

/** Where the routes outside of the prefix are. */
export interface RootPaths {
  /** Path of the log routes; false: there are none. Default: `/log`. */
  logPath?: string | false | undefined;
  /** Path of the set-up page and the mailbox; false: there are none. Default: the root. */
  webPath?: string | false | undefined;
  /** Path of `/livez` and `/readyz`; false: there are none. Default: the root. */
  healthPath?: string | false | undefined;
  /** Path of `/.well-known/jwks.json`; false: it does not exist. Default: the root. */
  wellKnownPath?: string | false | undefined;
  /** Path of the documentation routes; false: there are none. Default: the root. */
  documentationPath?: string | false | undefined;
  /** Whether `/` and the pages that a frontend provides are ours, and not a host application's. Default: true. */
  ownsRoot?: boolean | undefined;
}

export interface ServerOptions extends RootPaths {
  services: Services;
  /** Path of the API, `/auth` for one. */
  prefix: string;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers count. */
  trustedProxies: readonly string[];
  report: ReportError;
  onUndeclared?: OnUndeclared | undefined;
}

export const BODY_LIMIT_BYTES = 64 * 1024;
/** A client that sends its request slower than this is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** A connection on which nothing moves. Longer than the pings of a stream. */
const CONNECTION_TIMEOUT_MS = 60_000;
/** How often slow connections are looked for. */
const CONNECTION_CHECK_MS = 5_000;

/** A caller may name its request; a name that could not stand in a log line is replaced. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export function createServer(options: ServerOptions): FastifyInstance {
  const { services, prefix, logPath = LOG_PATH, documentationPath = '' } = options;
  const { webPath = '', healthPath = '', wellKnownPath = '', ownsRoot = true } = options;
  const { trustedProxies, report, onUndeclared } = options;
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
      // Checked below, with an answer in our shape.
      requireHostHeader: false,
    },
    // While closing, what has been sent is still answered.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    clientErrorHandler: refuseMalformedRequest,
    // These come before any hook.
    frameworkErrors: (error, request, reply) => {
      logRequest(request, reply);
      void handleError(error, request, protect(request, reply));
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  const handleError = createErrorHandler(report, onUndeclared);

  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(handleError);
  directTheLost(app, {
    publicUrl: services.publicUrl,
    documentationPath,
    entrances: ownsRoot ? ['', prefix] : [prefix],
  });
  acceptJsonOnly(app);
  finishOnClose(app);
  const logRequest = logRequests(app, services.logs);
  app.addHook('onRequest', (request, reply, done) => {
    protect(request, reply);
    done();
  });
  refuseAmbiguousRequests(app);

  allowFrontends(app, services.frontends);
  if (healthPath !== false) mountRoutes(app, services, healthPath, healthRoutes);
  if (wellKnownPath !== false) mountRoutes(app, services, wellKnownPath, wellKnownRoutes);
  if (webPath !== false)
    mountRoutes(app, services, webPath, [
      ...setUpPageRoutes({ prefix, webPath, documentationPath }),
      ...mailboxRoutes,
    ]);
  if (ownsRoot) mountRoutes(app, services, '', frontendPageRoutes(prefix));
  mountRoutes(app, services, prefix, [
    ...credentialRoutes,
    ...codeRoutes,
    ...profileRoutes,
    ...providerRoutes,
    ...configRoutes,
    ...adminAccountRoutes,
    ...adminSessionRoutes,
    ...adminCodeRoutes,
    ...setUpRoutes,
  ]);
  if (logPath !== false) mountLogRoutes(app, services, logPath);
  if (documentationPath !== false) mountRoutes(app, services, documentationPath, documentationRoutes);
  return app;
}

function protect(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(HEADERS).header('x-request-id', request.id);
}
