import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorCode, type ErrorKind, ERRORS, invalidFields, KeywardError } from '../../errors.ts';
import { isDatabaseUnavailable, isReferenceGone } from '../../store/engine/database-errors.ts';
import { OAuthError, type OAuthErrorCode } from '../../features/oauth/oauth-error.ts';
import { ScimError, type ScimErrorCode } from '../../features/provisioning/scim-error.ts';
import { closeConnection } from './close-connection.ts';
import { allOAuthErrors, oauthErrorOf, sendOAuthError } from './oauth-errors.ts';
import { allScimErrors, scimErrorOf, sendScimError } from './scim-errors.ts';
import { validationFields } from './validation.ts';

/** The body of every error of every route. */
export interface ErrorBody {
  success: false;
  error: ErrorKind;
  error_code: string;
  message: string;
  details?: Record<string, unknown>;
  request_id: string;
}

/** Receives unexpected errors; their text must never reach a client. */
export type ReportError = (error: unknown, requestId: string) => void;

/**
 * Receives errors that a route answers with but does not declare. For tests, in which each of them is a mistake in the
 * route.
 */
export type OnUndeclared = (route: string, error: ErrorKind | OAuthErrorCode | ScimErrorCode) => void;

/** Errors of Fastify itself, by their codes. */
const FASTIFY_KINDS: Record<string, ErrorKind> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BodyTooLargeError',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaTypeError',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MalformedBodyError',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MalformedBodyError',
  FST_ERR_BAD_URL: 'RouteNotFoundError',
  FST_ERR_MAX_PARAM_LENGTH: 'RouteNotFoundError',
};

/**
 * Turns anything thrown into the catalogue's answer.
 * @param scimPath below it, unknown addresses and methods are also refused in the form of SCIM
 */
export function createErrorHandler({
  report,
  onUndeclared,
  scimPath,
}: {
  report: ReportError;
  onUndeclared?: OnUndeclared | undefined;
  scimPath: string;
}) {
  return (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { method, url, config } = request.routeOptions;
    const { contract, declared } = config;
    const { oauthErrors, scimErrors } = contract ?? {};
    const route = `${String(method)} ${String(url)}`;
    if (oauthErrors !== undefined && thrown instanceof OAuthError) {
      if (!allOAuthErrors(oauthErrors).has(thrown.code)) onUndeclared?.(route, thrown.code);
      return sendOAuthError(reply, thrown);
    }
    if (thrown instanceof ScimError) {
      if (scimErrors === undefined || !allScimErrors(scimErrors).has(thrown.code))
        onUndeclared?.(route, thrown.code);
      return sendScimError(reply, thrown);
    }
    const error = asKeywardError(thrown);
    if (error.kind === 'InternalError') report(thrown, request.id);
    if (scimErrors !== undefined || request.url.startsWith(scimPath)) {
      if (declared?.has(error.kind) === false) onUndeclared?.(route, error.kind);
      return sendScimError(reply, scimErrorOf(error), error.retryAfter);
    }
    const refusal = oauthErrors === undefined ? null : oauthErrorOf(error);
    if (refusal !== null) return sendOAuthError(reply, refusal, error.retryAfter);
    if (declared?.has(error.kind) === false) onUndeclared?.(route, error.kind);
    const status = contract?.errorStatus?.[error.kind] ?? ERRORS[error.kind].status;
    reply.code(status).header('content-type', 'application/json; charset=utf-8');
    if (status === 401) reply.header('www-authenticate', challenge(error.kind));
    if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
    // Otherwise the unread rest of a refused body would be parsed as the next request.
    if (status === 413) closeConnection(reply);
    return reply.serializer(JSON.stringify).send(errorBody(error, request.id));
  };
}

export function errorBody(error: KeywardError, requestId: string): ErrorBody {
  return {
    success: false,
    error: error.kind,
    error_code: errorCode(error.kind),
    message: error.message,
    ...(error.details !== undefined && { details: error.details }),
    request_id: requestId,
  };
}

/** The catalogue's error for anything thrown; an unexpected error becomes `InternalError`. */
export function asKeywardError(thrown: unknown): KeywardError {
  if (thrown instanceof KeywardError) return thrown;
  if (isFastifyError(thrown)) {
    if (thrown.validation !== undefined) {
      return invalidFields(...validationFields(thrown.validation));
    }
    const kind = FASTIFY_KINDS[thrown.code];
    if (kind !== undefined) return new KeywardError(kind, { cause: thrown });
  }
  // Whoever tries again learns what is gone.
  if (isDatabaseUnavailable(thrown) || isReferenceGone(thrown) || isAbort(thrown)) {
    return new KeywardError('ServiceUnavailableError', { retryAfter: 2, cause: thrown });
  }
  return new KeywardError('InternalError', { cause: thrown });
}

/** The client disconnected before its turn, which is not an error. */
function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError';
}

function isFastifyError(thrown: unknown): thrown is FastifyError {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string';
}

/** RFC 6750 §3: no error code without a token, `invalid_token` with a bad one. */
function challenge(kind: ErrorKind): string {
  const tokenRefused =
    kind === 'InvalidTokenError' || kind === 'TokenExpiredError' || kind === 'SessionDestroyedError';
  return tokenRefused ? 'Bearer error="invalid_token"' : 'Bearer';
}
