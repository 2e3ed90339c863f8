import { decodeJwt } from 'jose';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import type { IssuedTokens } from '../../../features/identity/sessions/issue-tokens.ts';
import type { PublicContext } from '../endpoint/endpoint.ts';
import type { CookieSchema } from '../endpoint/schemas.ts';
import { cookiesNamed, setCookie } from './cookie.ts';
import { cookiesOf, type TokenCookies } from './request-cookies.ts';

/**
 * The token in the cookie with a name; undefined if there is none.
 * @throws KeywardError `InvalidTokenError` if there are several, because it is unknown which one the service
 * set
 */
export function tokenCookie(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const [token, ...more] = cookiesNamed(request, name);
  if (more.length > 0) throw new KeywardError('InvalidTokenError');
  return token === '' ? undefined : token;
}

/** Delivers tokens as cookies, which live no longer than the tokens. @returns the body's description of them */
export function setTokenCookies(
  { services, request, reply }: PublicContext,
  cookies: TokenCookies,
  { accessToken, refreshToken }: IssuedTokens,
): Static<typeof CookieSchema> {
  const { access, refresh, path, domain, secure, sameSite: samesite } = cookies;
  const maxAge = (token: string) => {
    const life = (decodeJwt(token).exp ?? 0) - Math.floor(services.clock.now() / 1000);
    return Math.max(0, Math.min(life, cookies.maxAge ?? life));
  };
  setCookie(reply, access, accessToken, { ...cookies, maxAge: maxAge(accessToken) });
  if (refreshToken !== undefined) {
    setCookie(reply, refresh, refreshToken, { ...cookies, maxAge: maxAge(refreshToken) });
  } else if (cookiesNamed(request, refresh).length > 0) {
    // A cookie left over from another mode could belong to another account.
    setCookie(reply, refresh, '', { ...cookies, maxAge: 0 });
  }
  return {
    cookie_mode: true,
    access_cookie_name: access,
    refresh_cookie_name: refresh,
    path,
    domain,
    secure,
    samesite,
  };
}

/** Removes both cookies of the request; none if its tokens travel in bodies. */
export function clearTokenCookies({
  services,
  request,
  reply,
}: Pick<PublicContext, 'services' | 'request' | 'reply'>): void {
  const cookies = cookiesOf(request, services);
  if (cookies === null) return;
  for (const name of [cookies.access, cookies.refresh]) setCookie(reply, name, '', { ...cookies, maxAge: 0 });
}
