import { randomBytes } from 'node:crypto';
import { CHALLENGE_LIFETIME_MS } from '../../../features/identity/mfa/challenges.ts';
import { cookiesNamed, setCookie } from './cookie.ts';
import type { PublicContext } from '../endpoint/endpoint.ts';

/** Binds a challenge that is sent in a redirect to the browser that follows it. */
const NAME = 'keyward_challenge';

/**
 * Over https the prefix makes browsers refuse the cookie from any other host (RFC 6265bis §4.1.3.2), and the page that
 * answers may belong to another site.
 */
function place({ services }: PublicContext) {
  const { protocol, pathname } = new URL(services.apiUrl());
  return protocol === 'https:'
    ? ({ name: `__Host-${NAME}`, path: '/', secure: true, sameSite: 'none' } as const)
    : ({ name: NAME, path: pathname, secure: false, sameSite: 'lax' } as const);
}

export function challengeCookie(context: PublicContext): string | undefined {
  return cookiesNamed(context.request, place(context).name)[0];
}

/** @returns the new cookie's value */
export function bindToBrowser(context: PublicContext): string {
  const { name, ...attributes } = place(context);
  const value = randomBytes(32).toString('base64url');
  setCookie(context.reply, name, value, {
    ...attributes,
    domain: null,
    httpOnly: true,
    maxAge: CHALLENGE_LIFETIME_MS / 1000,
  });
  return value;
}
