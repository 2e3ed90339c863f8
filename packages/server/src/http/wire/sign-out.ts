import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../../features/audit/actors/caller.ts';
import { authorize, hasAuthorization, isRefusal } from './access.ts';
import { cookiesNamed } from './cookies/cookie.ts';
import { cookieCaller } from './cookie-caller.ts';
import { assertOwnPage } from './cookies/origin.ts';
import { cookiesOf, type TokenCookies } from './cookies/request-cookies.ts';
import { clearTokenCookies } from './cookies/token-cookies.ts';

/**
 * Access to a logout. With cookies, the refresh cookie is enough, because an idle browser loses the access
 * cookie first. Even a refused request loses its cookies.
 * @throws KeywardError the errors of `authorize`
 */
export async function authorizeSignOut(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Caller | null> {
  try {
    return (await authorize(request, services, { access: 'bearer', restricted: true })).caller;
  } catch (error) {
    const cookies = cookiesOf(request, services);
    if (!isRefusal(error) || cookies === null || !livesOn(cookies, request)) throw error;
    assertOwnPage(request, services, cookies);
    const caller = await cookieCaller(request, services, 'refresh');
    if (caller !== null) return caller;
    clearTokenCookies({ services, request, reply });
    throw error;
  }
}

function livesOn({ access, refresh }: TokenCookies, request: FastifyRequest): boolean {
  if (hasAuthorization(request.headers)) return false;
  return [access, refresh].some((name) => cookiesNamed(request, name).length > 0);
}
