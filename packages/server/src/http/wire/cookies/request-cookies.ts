import type { FastifyRequest } from 'fastify';
import type { Services } from '../../../services/services.ts';
import type { Route } from '../endpoint/route.ts';
import type { CookieAttributes } from './cookie.ts';

/**
 * The console's own scripts set it to `1`. No page can make a browser send it to another origin without permission
 * (CORS).
 */
export const CONSOLE_HEADER = 'x-keyward-console';

/** The two cookies that a browser keeps a session in. */
export interface TokenCookies extends CookieAttributes {
  access: string;
  refresh: string;
  /** Seconds; null: as long as the token. */
  maxAge: number | null;
  /** Accepted only from pages of the service, not from allowed frontends. */
  ownPagesOnly: boolean;
}

type Sender = Pick<FastifyRequest, 'headers'>;
type Known = Pick<Services, 'settings' | 'publicUrl'>;

/**
 * The cookies that deliver and accept the tokens of a request: the console's for its own scripts, otherwise those of
 * cookie mode; null: tokens are in bodies.
 */
export function cookiesOf(request: Sender, services: Known): TokenCookies | null {
  if (isConsole(request)) return consoleCookies(services);
  return services.settings.current.cookie.cookie_mode ? deploymentCookies(services) : null;
}

/**
 * The cookies whose access token may replace a Bearer token; only the first existing one counts. A download cannot have
 * custom headers, so on routes for superadmins the console's cookie also counts without the header.
 */
export function cookiesThatCount(
  request: Sender,
  services: Known,
  access: Exclude<Route['access'], 'public'>,
): TokenCookies[] {
  if (isConsole(request)) return [consoleCookies(services)];
  const { cookie_mode } = services.settings.current.cookie;
  return [
    ...(cookie_mode || access === 'superadmin-or-cookie' ? [deploymentCookies(services)] : []),
    ...(access === 'bearer' || access === 'organization' ? [] : [consoleCookies(services)]),
  ];
}

function isConsole({ headers }: Sender): boolean {
  return headers[CONSOLE_HEADER] === '1';
}

function isHttps({ publicUrl }: Known): boolean {
  return publicUrl().startsWith('https:');
}

function deploymentCookies(services: Known): TokenCookies {
  const { cookie } = services.settings.current;
  return {
    access: cookie.access_cookie_name,
    refresh: cookie.refresh_cookie_name,
    path: cookie.path,
    domain: cookie.domain,
    // If all clients use TLS, sending a cookie without it would help only an eavesdropper.
    secure: cookie.secure || isHttps(services),
    httpOnly: cookie.httponly,
    sameSite: cookie.samesite,
    maxAge: cookie.max_age,
    ownPagesOnly: false,
  };
}

/** No setting changes these, because a mistake in `config/cookie` must not lock superadmins out. */
export function consoleCookies(services: Known): TokenCookies {
  const secure = isHttps(services);
  // Browsers refuse the prefixed name from any other host (RFC 6265bis §4.1.3.2).
  const access = secure ? '__Host-keyward_console' : 'keyward_console';
  return {
    access,
    refresh: `${access}_refresh`,
    path: '/',
    domain: null,
    secure,
    httpOnly: true,
    sameSite: 'strict',
    maxAge: null,
    ownPagesOnly: true,
  };
}
