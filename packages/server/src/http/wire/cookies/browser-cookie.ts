import type { FastifyRequest } from 'fastify';
import type { Services } from '../../../services/services.ts';
import { isVouched, type Vouched } from '../../../features/identity/sessions/recent-authentication.ts';
import { KNOWN_MS } from '../../../features/limits/device-cookies.ts';
import type { SignIn } from '../../../features/sign-in/complete.ts';
import type { PublicContext } from '../endpoint/endpoint.ts';
import { cookiesNamed, setCookie } from './cookie.ts';

/** Identifies a browser, so that strangers cannot use up its guesses. It gives no access. */
const NAME = 'keyward_device';

/**
 * Over https the prefix makes browsers refuse the cookie from any other host (RFC 6265bis §4.1.3.2), and the page that
 * asks may belong to another site.
 */
function place({ publicUrl }: Pick<Services, 'publicUrl'>) {
  return publicUrl().startsWith('https:')
    ? ({ name: `__Host-${NAME}`, secure: true, sameSite: 'none' } as const)
    : ({ name: NAME, secure: false, sameSite: 'lax' } as const);
}

/** The cookie of a request; undefined without one, and for several, because somebody else may have set one of them. */
export function browserCookie(
  request: Pick<FastifyRequest, 'headers'>,
  services: Pick<Services, 'publicUrl'>,
): string | undefined {
  if (request.headers.cookie === undefined) return undefined;
  const [cookie, ...more] = cookiesNamed(request, place(services).name);
  return more.length > 0 ? undefined : cookie;
}

function keep({ services, reply }: PublicContext, value: string): void {
  const { name, secure, sameSite } = place(services);
  setCookie(reply, name, value, {
    path: '/',
    domain: null,
    httpOnly: true,
    secure,
    sameSite,
    maxAge: KNOWN_MS / 1000,
  });
}

/** Gives a browser without the cookie a new one. @returns it; undefined for a browser that has one */
export function newBrowser(context: PublicContext): string | undefined {
  const { deviceCookies } = context.services;
  if (deviceCookies.idOf(context.client.browser) !== null) return undefined;
  const cookie = deviceCookies.make();
  keep(context, cookie);
  return cookie;
}

/**
 * Lets the browser show later that the account has signed in there. Not for a session that is handed over, nor where only
 * the connection of an organization says so: whoever has stolen the one, or administers the other, would get as many
 * known browsers as they like, each with guesses of its own.
 */
export function markBrowser(
  context: PublicContext,
  { account, session, isNew }: Pick<SignIn, 'account' | 'isNew'> & { session: Vouched },
): void {
  if (!isNew || isVouched(session)) return;
  const { client, services } = context;
  const cookie = services.deviceCookies.marked(account, client.browser);
  if (cookie !== client.browser) keep(context, cookie);
}
