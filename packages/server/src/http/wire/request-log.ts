import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logs } from '../../features/operations/logs/logs.ts';
import { canonicalAddress } from '../../lib/address.ts';
import { requestPath } from './request-path.ts';

/** Longer values from outside are cut. */
const MAX_USER_AGENT_LENGTH = 512;

/**
 * Logs every request to app.log, including abandoned ones.
 * @returns the logger of one request, for requests that reach no hook
 */
export function logRequests(
  app: FastifyInstance,
  logs: Logs,
): (request: FastifyRequest, reply: FastifyReply) => void {
  /** Paths without parameters contain nothing from outside. */
  const ours = new Set<string>();

  function logRequest(request: FastifyRequest, { raw }: FastifyReply): void {
    if (!logs.wantsRequests) return;
    const began = performance.now();
    // Read now, because a closed connection loses its address.
    const { ip } = request;
    const routine = request.routeOptions.config?.contract?.routine === true;
    // After the last byte of the answer, or when the client has disconnected.
    raw.on('close', () => {
      const path = requestPath(request.url);
      const { caller, apiKey, headers } = request;
      const statusCode = raw.headersSent ? raw.statusCode : null;
      logs.request({
        requestId: request.id,
        method: request.method,
        path,
        pathIsOurs: ours.has(path),
        routine: routine && statusCode !== null && statusCode < 400,
        statusCode,
        clientIp: canonicalAddress(ip),
        userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
        durationMs: Math.round((performance.now() - began) * 100) / 100,
        accountId: caller?.row.account_id,
        sessionId: caller?.row.id,
        apiKey: apiKey ?? undefined,
      });
    });
  }

  app.addHook('onRoute', ({ url }) => {
    if (!url.includes(':')) ours.add(url);
  });
  app.addHook('onRequest', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
  return logRequest;
}
