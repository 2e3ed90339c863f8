import type { OAuth } from '../../features/oauth/oauth-feature.ts';
import { randomBytes } from 'node:crypto';
import type { SessionWithAccount } from '../../store/tables/session-accounts.ts';
import { presentedSession } from '../wire/access.ts';
import { cookiesNamed, setCookie } from '../wire/cookies/cookie.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';

/** Identifies the browser that stored requests belong to. */
const BROWSER = 'keyward_oauth_browser';
/** The name of the browser's session, signed, so that only the service can make one. The row is read at each use. */
const SESSION = 'keyward_oauth';
const BROWSER_FORM = /^[A-Za-z0-9_-]{43}$/;
/** Longer than one request is stored, because there may be several. */
const BROWSER_SECONDS = 3_600;
/** The longest time for which browsers keep a cookie; the session itself ends earlier. */
const SESSION_SECONDS = 400 * 86_400;

/** Over https the prefix makes browsers refuse the cookies from http (RFC 6265bis §4.1.3.1). */
function place({ services }: PublicContext, name: string) {
  const { protocol, pathname } = new URL(services.apiUrl());
  const secure = protocol === 'https:';
  return { name: secure ? `__Secure-${name}` : name, secure, path: `${pathname.replace(/\/$/, '')}/oauth` };
}

/** Lax, because applications redirect browsers here from other sites. */
const ATTRIBUTES = { domain: null, httpOnly: true, sameSite: 'lax' } as const;

export function knownBrowser(context: PublicContext): string | undefined {
  const [value = '', ...more] = cookiesNamed(context.request, place(context, BROWSER).name);
  return more.length === 0 && BROWSER_FORM.test(value) ? value : undefined;
}

/** The id of the browser. A new one is set when it is first needed. */
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

/** Stores the session in a cookie for the protocol's pages; in token mode the browser has no other cookie. */
export function rememberSession(context: PublicContext, oauth: OAuth, session: SessionWithAccount): void {
  const { name, secure, path } = place(context, SESSION);
  for (const endpoint of ['authorize', 'logout'])
    setCookie(context.reply, name, oauth.browserSessions.close(session), {
      ...ATTRIBUTES,
      secure,
      path: `${path}/${endpoint}`,
      maxAge: SESSION_SECONDS,
    });
}

/** The live session of a browser: in cookie mode from its access cookie, otherwise from the protocol's cookie. */
export async function sessionOf(context: PublicContext, oauth: OAuth): Promise<SessionWithAccount | null> {
  const { services, request } = context;
  const presented = await presentedSession(context);
  if (presented !== undefined) return services.sessions.live(presented);
  const [cookie, ...more] = cookiesNamed(request, place(context, SESSION).name);
  const named = cookie === undefined || more.length > 0 ? null : oauth.browserSessions.open(cookie);
  const session = named === null ? null : await services.sessions.live(named.id);
  return session?.created_at === named?.created_at ? session : null;
}
