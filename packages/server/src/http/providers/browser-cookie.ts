import type { FastifyReply, FastifyRequest } from 'fastify';
import { FLOW_LIFETIME_MS } from '../../features/providers/flows.ts';
import { cookiesNamed, setCookie } from '../cookies/cookie.ts';
import type { PublicContext } from '../endpoint.ts';

/** Ties a flow to the browser that began it. Its value is sealed: only the service can make one. */
const NAME = 'keyward_browser';

export function browserCookie(request: FastifyRequest): string | undefined {
  return cookiesNamed(request, NAME)[0];
}

/**
 * Lax, because the provider's redirect comes from another site. It goes to the API's paths only, as they are seen
 * from outside.
 */
export function setBrowserCookie(reply: FastifyReply, { services }: PublicContext, value: string): void {
  const url = new URL(services.apiUrl());
  setCookie(reply, NAME, value, {
    path: url.pathname,
    domain: null,
    secure: url.protocol === 'https:',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: FLOW_LIFETIME_MS / 1000,
  });
}
