import type { OAuth } from '../../features/oauth/oauth-feature.ts';
import { randomBytes } from 'node:crypto';
import type { SessionWithAccount } from '../../store/tables/sessions.ts';
import { presentedSession } from '../wire/access.ts';
import { cookiesNamed, setCookie } from '../wire/cookies/cookie.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';

/** The browser to which requests that wait belong. */
const BROWSER = 'keyward_oauth_browser';
/** The session of the browser, sealed: only the service can make one. Its row is asked at each use. */
const SESSION = 'keyward_oauth';
const BROWSER_FORM = /^[A-Za-z0-9_-]{43}$/;
/** As long as a request waits, and some more: several may. */
const BROWSER_SECONDS = 3_600;
/** The longest that browsers keep a cookie; the session says how long it counts. */
const SESSION_SECONDS = 400 * 86_400;

/** Over https the prefix makes browsers refuse the cookies from http (RFC 6265bis §4.1.3.1). */
function place({ services }: PublicContext, name: string) {
  const { protocol, pathname } = new URL(services.apiUrl());
  const secure = protocol === 'https:';
  return { name: secure ? `__Secure-${name}` : name, secure, path: `${pathname.replace(/\/$/, '')}/oauth` };
}

/** Lax, because applications lead browsers here from other sites. */
const ATTRIBUTES = { domain: null, httpOnly: true, sameSite: 'lax' } as const;

export function knownBrowser(context: PublicContext): string | undefined {
  const [value = '', ...more] = cookiesNamed(context.request, place(context, BROWSER).name);
  return more.length === 0 && BROWSER_FORM.test(value) ? value : undefined;
}

/** The name of the browser; a new one is given to it once it is needed. */
export function browserOf(context: PublicContext): { value: string; keep: () => void } {
  const value = knownBrowser(context) ?? randomBytes(32).toString('base64url');
  return {
    value,
    keep: () => {
      const { name, ...at } = place(context, BROWSER);
      setCookie(context.reply, name, value, { ...ATTRIBUTES, ...at, maxAge: BROWSER_SECONDS });
    },
  };
}

/** Lets the browser show its session to the pages of the protocol: in token mode no other cookie does. */
export function rememberSession(context: PublicContext, oauth: OAuth, sessionId: number): void {
  const { name, secure, path } = place(context, SESSION);
  for (const endpoint of ['authorize', 'logout'])
    setCookie(context.reply, name, oauth.browserSessions.close(sessionId), {
      ...ATTRIBUTES,
      secure,
      path: `${path}/${endpoint}`,
      maxAge: SESSION_SECONDS,
    });
}

/** The live session of a browser: that of its access cookie in cookie mode, otherwise the one that was remembered. */
export async function sessionOf(context: PublicContext, oauth: OAuth): Promise<SessionWithAccount | null> {
  const { services, request } = context;
  const presented = await presentedSession(context);
  if (presented !== undefined) return services.sessions.live(presented);
  const [cookie, ...more] = cookiesNamed(request, place(context, SESSION).name);
  const id = cookie === undefined || more.length > 0 ? null : oauth.browserSessions.open(cookie);
  return id === null ? null : services.sessions.live(id);
}
