import type { FastifyInstance } from 'fastify';
import type { Traces } from '../../features/operations/traces/traces.ts';
import { routeTemplate } from './route-template.ts';

/**
 * Gives every request a span, which ends after the last byte of its answer. Fastify keeps the context of the first hook
 * for all later ones, even after a body was read.
 */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.addHook('onRequest', (request, { raw }, done) => {
    const { method, protocol: scheme, headers } = request;
    const span = traces.begin({ method, scheme, headers });
    raw.on('close', () => span.end(routeTemplate(request), raw.headersSent ? raw.statusCode : null));
    span.within(done);
  });
}
