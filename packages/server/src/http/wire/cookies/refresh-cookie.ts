import type { PublicContext } from '../endpoint/endpoint.ts';
import { assertOwnPage } from './origin.ts';
import { cookiesOf } from './request-cookies.ts';
import { tokenCookie } from './token-cookies.ts';

/**
 * The refresh token that the browser keeps; undefined if it keeps none, or if tokens travel in bodies.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function refreshCookie({ services, request }: PublicContext): string | undefined {
  const cookies = cookiesOf(request, services);
  const token = cookies === null ? undefined : tokenCookie(request, cookies.refresh);
  if (cookies !== null && token !== undefined) assertOwnPage(request, services, cookies);
  return token;
}
