import type { FastifyReply } from 'fastify';
import { FLOW_LIFETIME_MS } from '../../features/sign-in/provider/flows.ts';
import { cookiesNamed, setCookie } from '../wire/cookies/cookie.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';

/** Ties a flow to the browser that began it. The value is encrypted, so that only the service can make one. */
const NAME = 'keyward_browser';

/**
 * Over https the prefix makes browsers refuse the cookie from any other host, subdomains included, and from any http
 * address (RFC 6265bis §4.1.3.2); it requires the root path. Over http the cookie goes only to the API's paths, as seen
 * from outside.
 */
function place({ services }: PublicContext): { name: string; path: string; secure: boolean } {
  const { protocol, pathname } = new URL(services.apiUrl());
  return protocol === 'https:'
    ? { name: `__Host-${NAME}`, path: '/', secure: true }
    : { name: NAME, path: pathname, secure: false };
}

export function browserCookie(context: PublicContext): string | undefined {
  return cookiesNamed(context.request, place(context).name)[0];
}

/** Lax, because the provider's redirect comes from another site. Renewed whenever a flow begins. */
export function setBrowserCookie(reply: FastifyReply, context: PublicContext, value: string): void {
  const { name, path, secure } = place(context);
  setCookie(reply, name, value, {
    path,
    domain: null,
    secure,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: FLOW_LIFETIME_MS / 1000,
  });
}
