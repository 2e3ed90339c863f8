import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../features/services.ts';
import type { Caller } from '../../../features/sessions/sessions.ts';
import { authorize, hasAuthorization, isRefusal } from '../access.ts';
import { cookiesNamed } from './cookie.ts';
import { cookieCaller } from './cookie-caller.ts';
import { assertOwnPage } from './origin.ts';
import { clearTokenCookies } from './token-cookies.ts';

/**
 * Access to a logout. In cookie mode the refresh cookie counts as much as the access cookie, which an idle browser
 * loses first. A refused request loses its cookies all the same.
 * @throws KeywardError what `authorize` throws
 */
export async function authorizeSignOut(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Caller | null> {
  try {
    return (await authorize(request, services, { access: 'bearer', unenrolled: true })).caller;
  } catch (error) {
    if (!isRefusal(error) || !livesOnCookies(request, services)) throw error;
    assertOwnPage(request, services.frontends);
    const caller = await cookieCaller(request, services, 'refresh');
    if (caller !== null) return caller;
    clearTokenCookies({ services, reply });
    throw error;
  }
}

function livesOnCookies(request: FastifyRequest, { settings }: Services): boolean {
  const { cookie_mode, access_cookie_name, refresh_cookie_name } = settings.current.cookie;
  if (!cookie_mode || hasAuthorization(request.headers)) return false;
  return [access_cookie_name, refresh_cookie_name].some((name) => cookiesNamed(request, name).length > 0);
}
