import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorKind, invalidFields, KeywardError } from '../../errors.ts';
import type { Caller } from '../../features/audit/actors/caller.ts';
import { assertOwner } from '../../features/audit/events/impersonator.ts';
import type { Services } from '../../services/services.ts';
import type { ApiKeyRow } from '../../store/engine/schema.ts';
import type { Provider } from '../../features/provisioning/provider.ts';
import { authorize, openPortal } from './access.ts';
import { captchaToken } from './captcha.ts';
import {
  ActorContext,
  AskerContext,
  AskingContext,
  CallerContext,
  Context,
  PortalContext,
} from './contexts.ts';
import { assertNoForeignPage } from './cookies/origin.ts';
import { cookiesOf } from './cookies/request-cookies.ts';
import { authorizeSignOut } from './sign-out.ts';
import { declaredErrors } from './declared-errors.ts';
import { countedAs } from '../../features/identity/sessions/recent-authentication.ts';
import type { OpenPortal } from '../../features/organizations/portals.ts';
import type { Contract } from './endpoint/endpoint.ts';
import { isForOwner, limitOf, type Route, stepUpOf, vouchedOf } from './endpoint/route.ts';
import { refuseBeforeParameters } from './other-methods.ts';
import { authenticateProvider, recordRequest } from './provider-requests.ts';
import { problemsOf } from './schema-compilers.ts';
import { validationFields } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    contract?: Contract;
    declared?: ReadonlySet<ErrorKind>;
  }
  interface FastifyRequest {
    caller: Caller | null;
    apiKey: ApiKeyRow | null;
    portal: OpenPortal | null;
    provider: Provider | null;
  }
}

/** Registers a table of routes below a prefix. */
export function mountRoutes(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  routes: readonly Route[],
): void {
  app.mounted.push(...routes.map((route) => ({ below: prefix, route })));

  for (const route of routes) {
    const { method, path, access, endpoint } = route;
    const limit = endpoint.limitsItself === true ? null : limitOf(route);
    const needsCredential = vouchedOf(route) === 'refused';
    const status = Number(Object.keys(endpoint.response)[0]);
    const admit = async (request: FastifyRequest, reply: FastifyReply) => {
      if (access === 'public') return;
      if (access === 'portal') {
        request.portal = await openPortal(request, services, route.sections);
        return;
      }
      if (access === 'connection') {
        request.provider = await authenticateProvider(request, services);
        return;
      }
      if (endpoint.signsOut === true) {
        const leaving = await authorizeSignOut(request, reply, services);
        if (leaving !== null && isForOwner(route)) assertOwner(leaving);
        if (leaving !== null && needsCredential) await services.recent.assertOwn(leaving);
        request.caller = leaving;
        return;
      }
      const scope = 'scope' in route ? route.scope : null;
      const asked = { access, scope, restricted: endpoint.restricted };
      const { caller, apiKey } = await authorize(request, services, asked);
      if (caller !== null && isForOwner(route)) assertOwner(caller);
      if (caller !== null && stepUpOf(route) === 'always') await services.recent.assert(caller);
      if (caller !== null && needsCredential) await services.recent.assertOwn(caller);
      request.caller = caller;
      request.apiKey = apiKey;
    };
    // After the body is read, because a client can delay it until long after the session has ended.
    const admitAgain = async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.body !== undefined) await admit(request, reply);
    };
    const refuseForeignPages = async (request: FastifyRequest) => {
      const cookies = cookiesOf(request, services);
      if (cookies !== null) assertNoForeignPage(request, services, cookies);
    };
    app.route({
      method,
      url: prefix + path,
      ...(endpoint.mostBytes !== undefined && { bodyLimit: endpoint.mostBytes }),
      schema: {
        ...(endpoint.body !== undefined && { body: endpoint.body }),
        ...(endpoint.query !== undefined && { querystring: endpoint.query }),
        ...(endpoint.params !== undefined && { params: endpoint.params }),
        response: endpoint.response,
      },
      config: { contract: endpoint, declared: declaredErrors(route) },
      // Before the body is read, so that a caller without access cannot send one.
      onRequest: [
        ...existence(services, endpoint),
        ...(access === 'public' ? [] : [admit]),
        ...readiness(services, endpoint),
        ...(access === 'public' && endpoint.issuesTokens === 'in the body' ? [refuseForeignPages] : []),
      ],
      preHandler: [
        ...(path.includes(':') ? [assertNoNul] : []),
        ...(access !== 'public' && method !== 'GET' ? [admitAgain] : []),
      ],
      ...(endpoint.bodyOptional === true && {
        preValidation: async (request: FastifyRequest) => {
          if (request.body === undefined) request.body = {};
        },
      }),
      ...(access === 'connection' && {
        onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
          await recordRequest(services, request, reply, payload);
          return payload;
        },
      }),
      handler: async (request, reply) => {
        reply.code(status);
        if (access === 'public' || access === 'mailbox') {
          const context = new Context(services, request, reply);
          if (endpoint.captcha === 'always')
            await services.captcha.assertSolved({ token: captchaToken(request), client: context.client });
          if (limit === 'address') await services.actLimits.byAddress(context.client.ipAddress);
          if (limit === 'registration') await services.actLimits.byRegistration(context.client.ipAddress);
          return endpoint.handle(context);
        }
        if (access === 'connection') {
          const context = new AskingContext(services, request, reply);
          const act = method === 'GET' ? 'read' : 'change';
          await (await services.provisioning()).count(context.asking, act);
          return endpoint.handle(context);
        }
        if (access === 'organization') {
          const { permission } = route;
          const asked = permission === 'member' || permission === 'account' ? null : permission;
          const context = new AskerContext(services, request, reply, asked);
          const { actor, caller } = context.asker;
          if (limit === 'account' && actor === null && caller !== null)
            await services.actLimits.byAccount(countedAs(caller.row));
          return endpoint.handle(context);
        }
        if (access === 'portal') {
          const context = new PortalContext(services, request, reply);
          if (limit !== null) await services.actLimits.byAddress(context.client.ipAddress);
          return endpoint.handle(context);
        }
        if (access !== 'bearer') return endpoint.handle(new ActorContext(services, request, reply));
        const context = new CallerContext(services, request, reply);
        const { row } = context.caller;
        const { ipAddress } = context.client;
        const of = countedAs(row);
        if (limit === 'account') await services.actLimits.byAccount(of);
        if (limit === 'picture') await services.actLimits.byPicture(of, ipAddress);
        if (limit === 'securing') await services.actLimits.bySession({ id: row.id, of, ipAddress });
        return endpoint.handle(context);
      },
    });
  }
  refuseBeforeParameters(app, services, prefix, routes);
}

/** A valid path with a NUL names nothing, and PostgreSQL would fail on it. */
async function assertNoNul({ url }: FastifyRequest): Promise<void> {
  if (/^[^?]*%00/.test(url)) throw new KeywardError('RouteNotFoundError');
}

/** The check of a route before its body is read; none for most routes. */
function readiness(services: Services, { beforeBody, params }: Contract) {
  if (beforeBody === undefined) return [];
  return [
    async (request: FastifyRequest, reply: FastifyReply) => {
      const problems = params === undefined ? [] : validationFields(problemsOf(params, request.params));
      if (problems.length > 0) throw invalidFields(...problems);
      return (await beforeBody(new Context(services, request, reply))) ?? undefined;
    },
  ];
}

/** The check for a route's existence; none for a route that always exists. */
function existence(services: Services, { assertExists }: Contract) {
  return assertExists === undefined
    ? []
    : [async ({ params }: FastifyRequest) => assertExists(services, params)];
}
