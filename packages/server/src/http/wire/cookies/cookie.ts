import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies after RFC 6265bis. Names and values are used without encoding: those of this service need none. */

export interface CookieAttributes {
  path: string;
  /** Null: only the host that sets the cookie. */
  domain: string | null;
  secure: boolean;
  httpOnly: boolean;
  sameSite: 'lax' | 'strict' | 'none';
}

const SAME_SITE = { lax: 'Lax', strict: 'Strict', none: 'None' } as const;
const SPACE = 0x20;
const EQUALS = 0x3d;

/**
 * The values of all cookies with a name. More than one means that another site may have set one of them, on a path or a
 * parent domain of the service (RFC 6265bis §8.6); their order does not show which.
 */
export function cookiesNamed(
  { headers: { cookie = '' } }: Pick<FastifyRequest, 'headers'>,
  name: string,
): string[] {
  const values: string[] = [];
  // This runs for every request of a cookie session, so the header is neither split nor copied.
  for (let start = 0; start < cookie.length;) {
    while (cookie.charCodeAt(start) === SPACE) start += 1;
    const semicolon = cookie.indexOf(';', start);
    const end = semicolon === -1 ? cookie.length : semicolon;
    if (cookie.startsWith(name, start) && cookie.charCodeAt(start + name.length) === EQUALS) {
      values.push(cookie.slice(start + name.length + 1, end).trimEnd());
    }
    start = end + 1;
  }
  return values;
}

/** @param maxAge seconds; 0 removes the cookie that was set with the same path and domain */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { path, domain, secure, httpOnly, sameSite, maxAge }: CookieAttributes & { maxAge: number },
): void {
  const parts = [`${name}=${value}`, `Max-Age=${maxAge}`];
  if (domain !== null) parts.push(`Domain=${domain}`);
  parts.push(`Path=${path}`);
  if (httpOnly) parts.push('HttpOnly');
  if (secure) parts.push('Secure');
  parts.push(`SameSite=${SAME_SITE[sameSite]}`);
  reply.header('set-cookie', parts.join('; '));
}
