import type { FastifyRequest } from 'fastify';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../../features/audit/actors/caller.ts';
import type { TokenType } from '../../features/audit/actors/caller.ts';
import { isRefusal } from './access.ts';
import { cookiesOf } from './cookies/request-cookies.ts';
import { tokenCookie } from './cookies/token-cookies.ts';

/** The account whose live session the request's cookie for a kind of token belongs to; null if there is none. */
export async function cookieCaller(
  request: Pick<FastifyRequest, 'headers'>,
  services: Services,
  type: TokenType,
): Promise<Caller | null> {
  const cookies = cookiesOf(request, services);
  if (cookies === null) return null;
  try {
    const token = tokenCookie(request, cookies[type]);
    return token === undefined
      ? null
      : await services.sessions.authenticate(token, { type, restricted: true });
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Whom a browser with cookies is signed in as. An idle one has lost the access cookie, but the refresh cookie remains. */
export async function signedInAs(
  request: Pick<FastifyRequest, 'headers'>,
  services: Services,
): Promise<Caller | null> {
  return (await cookieCaller(request, services, 'access')) ?? cookieCaller(request, services, 'refresh');
}
