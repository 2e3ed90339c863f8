import { decodeJwt } from 'jose';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import type { Services } from '../../../features/services.ts';
import type { IssuedTokens } from '../../../features/sessions/issue-tokens.ts';
import type { PublicContext } from '../endpoint.ts';
import type { CookieSchema } from '../schemas.ts';
import { type CookieAttributes, cookiesNamed, setCookie } from './cookie.ts';

/**
 * The token in the cookie with a name; undefined if there is none.
 * @throws KeywardError `InvalidTokenError` if there are several, because nothing tells which one the service set
 */
export function tokenCookie(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const [token, ...more] = cookiesNamed(request, name);
  if (more.length > 0) throw new KeywardError('InvalidTokenError');
  return token === '' ? undefined : token;
}

/** Delivers tokens as cookies, which live no longer than the tokens. @returns the body's description of them */
export function setTokenCookies(
  { services, request, reply }: PublicContext,
  { accessToken, refreshToken }: IssuedTokens,
): Static<typeof CookieSchema> {
  const { cookie } = services.settings.current;
  const attributes = attributesOf(services);
  const maxAge = (token: string) => {
    const life = (decodeJwt(token).exp ?? 0) - Math.floor(services.clock.now() / 1000);
    return Math.max(0, Math.min(life, cookie.max_age ?? life));
  };
  setCookie(reply, cookie.access_cookie_name, accessToken, { ...attributes, maxAge: maxAge(accessToken) });
  if (refreshToken !== undefined) {
    setCookie(reply, cookie.refresh_cookie_name, refreshToken, {
      ...attributes,
      maxAge: maxAge(refreshToken),
    });
  } else if (cookiesNamed(request, cookie.refresh_cookie_name).length > 0) {
    // A cookie left over from another mode could belong to another account.
    setCookie(reply, cookie.refresh_cookie_name, '', { ...attributes, maxAge: 0 });
  }
  const { cookie_mode, access_cookie_name, refresh_cookie_name } = cookie;
  const { path, domain, secure, sameSite: samesite } = attributes;
  return { cookie_mode, access_cookie_name, refresh_cookie_name, path, domain, secure, samesite };
}

/** Removes both cookies in cookie mode; other modes have none. */
export function clearTokenCookies({ services, reply }: Pick<PublicContext, 'services' | 'reply'>): void {
  const { cookie } = services.settings.current;
  if (!cookie.cookie_mode) return;
  for (const name of [cookie.access_cookie_name, cookie.refresh_cookie_name]) {
    setCookie(reply, name, '', { ...attributesOf(services), maxAge: 0 });
  }
}

function attributesOf(services: Services): CookieAttributes {
  const { path, domain, secure, httponly, samesite } = services.settings.current.cookie;
  // If everybody arrives over TLS, a cookie that also travels without it helps only an eavesdropper.
  const https = services.publicUrl().startsWith('https:');
  return { path, domain, secure: secure || https, httpOnly: httponly, sameSite: samesite };
}
