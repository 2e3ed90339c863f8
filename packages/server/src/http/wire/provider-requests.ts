import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from '../../features/provisioning/provider.ts';
import type { Services } from '../../services/services.ts';
import { bearerOf } from './access.ts';

/** The connection for the token of a provisioning request. @throws KeywardError if the request has no valid token */
export async function authenticateProvider(
  { params, headers }: FastifyRequest,
  services: Services,
): Promise<Provider> {
  const { connection_id: id = '' }: { connection_id?: string } = Object(params);
  return (await services.provisioning()).authenticate(id, bearerOf(headers));
}

/** Stores a request for the administrators of its connection, before it is answered. */
export async function recordRequest(
  services: Services,
  { provider, method, url, body, id }: FastifyRequest,
  { statusCode: status }: FastifyReply,
  payload: unknown,
): Promise<void> {
  if (provider === null) return;
  const { requests, pathOf } = await services.provisioning();
  const answer = typeof payload === 'string' ? payload : null;
  const path = pathOf(provider.connection.uid, url);
  try {
    await requests.record(provider, { id, method, path, status, body, answer });
  } catch (error) {
    // The request itself was successful.
    services.report(error, id);
  }
}
