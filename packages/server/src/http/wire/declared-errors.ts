import type { ErrorKind } from '../../errors.ts';
import { ACCESS_ERRORS } from './access.ts';
import { hasPermission, isForOwner, limitOf, type Route, stepUpOf, vouchedOf } from './endpoint/route.ts';

/** The kinds that any route can answer with. */
const ANY_ROUTE: readonly ErrorKind[] = [
  'InternalError',
  'ServiceUnavailableError',
  'MalformedRequestError',
  'RequestTimeoutError',
  'HeadersTooLargeError',
  'UnsupportedMediaTypeError',
];
/**
 * The kinds of errors that reading a body can cause. A body is read whenever one is sent, even if the route
 * takes none.
 */
const ANY_BODY: readonly ErrorKind[] = ['MalformedBodyError', 'BodyTooLargeError'];

/** The kinds that a permission adds: the session may lack what its owner has, or what the organization asks. */
const OF_PERMISSION: readonly ErrorKind[] = [
  'ReauthenticationRequiredError',
  'OrganizationPolicyError',
  'ConnectionRequiredError',
];

/** Every kind that a route can answer with: its own, and those that its access, its inputs and the service add. */
export function declaredErrors(route: Route): ReadonlySet<ErrorKind> {
  const { method, path, access, endpoint } = route;
  const { body, query, params, errors } = endpoint;
  const validated = body !== undefined || query !== undefined || params !== undefined;
  return new Set([
    ...ANY_ROUTE,
    ...ACCESS_ERRORS[access],
    ...(hasPermission(route) ? OF_PERMISSION : []),
    ...(stepUpOf(route) === 'never' && vouchedOf(route) === 'allowed'
      ? []
      : (['ReauthenticationRequiredError'] as const)),
    ...(isForOwner(route) || ('impersonated' in route && stepUpOf(route) !== 'never')
      ? (['ImpersonationError'] as const)
      : []),
    // A write with a cookie, or a write whose answer sets cookies.
    ...(method !== 'GET' && (access !== 'public' || endpoint.issuesTokens === 'in the body')
      ? (['OriginNotAllowedError'] as const)
      : []),
    ...(method === 'GET' ? [] : ANY_BODY),
    ...(limitOf(route) === null ? [] : (['RateLimitedError'] as const)),
    ...(endpoint.captcha === undefined ? [] : (['CaptchaRequiredError', 'RateLimitedError'] as const)),
    ...(validated ? (['ValidationError'] as const) : []),
    // For a value that is too long, contains a NUL, or has an invalid encoding.
    ...(path.includes(':') ? (['RouteNotFoundError'] as const) : []),
    ...errors,
  ]);
}
