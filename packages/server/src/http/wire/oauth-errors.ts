import type { FastifyReply } from 'fastify';
import { type ErrorKind, ERRORS, type KeywardError } from '../../errors.ts';
import { OAuthError, type OAuthErrorCode } from '../../features/oauth/oauth-error.ts';
import { closeConnection } from './close-connection.ts';

/** The errors that every endpoint of the protocol can answer with, besides those that it declares. */
export function allOAuthErrors(declared: readonly OAuthErrorCode[]): ReadonlySet<OAuthErrorCode> {
  return new Set(['invalid_request', ...declared]);
}

/** Errors that keep the form of the service: for routes that do not exist, and for requests that reach no route. */
const OF_THE_SERVICE: ReadonlySet<ErrorKind> = new Set([
  'RouteNotFoundError',
  'MethodNotAllowedError',
  'RequestTimeoutError',
  'HeadersTooLargeError',
]);

/** The code and the status of the RFCs for a kind of the catalogue; null for a kind that is answered as everywhere else. */
export function oauthRefusalOf(kind: ErrorKind): { code: OAuthErrorCode; status: number } | null {
  if (OF_THE_SERVICE.has(kind)) return null;
  const { status } = ERRORS[kind];
  if (status === 429 || status === 503) return { code: 'temporarily_unavailable', status };
  if (status >= 500) return { code: 'server_error', status: 500 };
  // RFC 6749 §5.2 defines no other status. The connection closes after a 413.
  return { code: 'invalid_request', status: status === 413 ? status : 400 };
}

/** The form of the RFCs for an error of the catalogue; null for a kind that is answered as everywhere else. */
export function oauthErrorOf({ kind, message }: KeywardError): OAuthError | null {
  const refusal = oauthRefusalOf(kind);
  return refusal && new OAuthError(refusal.code, message, { status: refusal.status });
}

/** RFC 6749 §5.2. */
export function sendOAuthError(reply: FastifyReply, error: OAuthError, retryAfter?: number): FastifyReply {
  const { status, code, message, challenge } = error;
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  if (challenge !== null) reply.header('www-authenticate', challenge);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (status === 413) closeConnection(reply);
  return reply.serializer(JSON.stringify).send({ error: code, error_description: message });
}
