import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestMeters, RouteMeter } from '../../features/operations/metrics/requests.ts';
import { routeTemplate, templateFrom } from './route-template.ts';

declare module 'fastify' {
  interface FastifyRequest {
    meter: RouteMeter | null;
  }
}

/** The label of requests for paths that no route has. */
const UNKNOWN = 'unknown';

/**
 * Measures every request, from its head to the last byte of its answer.
 * @returns a function that measures one request, for requests that reach no hook
 */
export function measureRequests(
  app: FastifyInstance,
  meters: RequestMeters,
): (request: FastifyRequest, reply: FastifyReply) => void {
  function measure(request: FastifyRequest, { raw }: FastifyReply): void {
    const began = performance.now();
    meters.inFlight += 1;
    raw.on('close', () => {
      meters.inFlight -= 1;
      const meter = request.meter ?? meters.of(request.method, routeTemplate(request) ?? UNKNOWN);
      meter.answered(raw.headersSent ? raw.statusCode : null, (performance.now() - began) / 1000);
    });
  }

  app.decorateRequest('meter', null);
  app.addHook('onRequest', (request, reply, done) => {
    measure(request, reply);
    done();
  });
  app.addHook('onRoute', (route) => {
    const template = templateFrom(route.url);
    // Stored at the route, because the framework creates a new object at each access to a request's route.
    const own = typeof route.method === 'string' ? meters.of(route.method, template) : null;
    const hooks = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [
      (request, _reply, done) => {
        request.meter = own ?? meters.of(request.method, template);
        done();
      },
      ...hooks,
    ];
  });
  return measure;
}
