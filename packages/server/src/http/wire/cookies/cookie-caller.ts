import type { FastifyRequest } from 'fastify';
import type { Services } from '../../../features/services.ts';
import type { Caller } from '../../../features/sessions/sessions.ts';
import type { TokenType } from '../../../features/sessions/tokens.ts';
import { isRefusal } from '../access.ts';
import { tokenCookie } from './token-cookies.ts';

/** The account whose live session the cookie of a kind of token belongs to; null for none. For cookie mode. */
export async function cookieCaller(
  request: Pick<FastifyRequest, 'headers'>,
  { settings, sessions }: Services,
  type: TokenType,
): Promise<Caller | null> {
  const { access_cookie_name, refresh_cookie_name } = settings.current.cookie;
  try {
    const token = tokenCookie(request, type === 'access' ? access_cookie_name : refresh_cookie_name);
    return token === undefined ? null : await sessions.authenticate(token, { type, unenrolled: true });
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
