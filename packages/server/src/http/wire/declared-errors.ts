import type { ErrorKind } from '../../errors.ts';
import { ACCESS_ERRORS } from './access.ts';
import type { Route } from './endpoint.ts';

/** What any route can answer, whatever it does. */
const ANY_ROUTE: readonly ErrorKind[] = [
  'InternalError',
  'ServiceUnavailableError',
  'MalformedRequestError',
  'RequestTimeoutError',
  'HeadersTooLargeError',
  'UnsupportedMediaTypeError',
];
/** What reading a body can end in. It is read wherever one is sent, though a route may take none. */
const ANY_BODY: readonly ErrorKind[] = ['MalformedBodyError', 'BodyTooLargeError'];

/** Every kind that a route can answer with: its own, and what its access, its inputs and the service bring along. */
export function declaredErrors({ method, path, access, endpoint }: Route): ReadonlySet<ErrorKind> {
  const { body, query, params, errors } = endpoint;
  const validated = body !== undefined || query !== undefined || params !== undefined;
  return new Set([
    ...ANY_ROUTE,
    ...ACCESS_ERRORS[access],
    // A write with a cookie, or one whose answer sets cookies.
    ...(method !== 'GET' && (access !== 'public' || endpoint.issuesTokens === true)
      ? (['OriginNotAllowedError'] as const)
      : []),
    ...(method === 'GET' ? [] : ANY_BODY),
    ...(validated ? (['ValidationError'] as const) : []),
    // For a value that is too long, or that no text is encoded as.
    ...(path.includes(':') ? (['RouteNotFoundError'] as const) : []),
    ...errors,
  ]);
}
