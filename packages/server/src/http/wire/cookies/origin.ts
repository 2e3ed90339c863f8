import type { FastifyRequest } from 'fastify';
import { KeywardError } from '../../../errors.ts';
import type { Frontends } from '../../../features/frontends/frontends.ts';

/**
 * A browser attaches cookies to every request that a page makes, a foreign page's included. Two headers, which pages
 * cannot set, tell the pages apart: `Origin`, and without it `Sec-Fetch-Site`. A request with neither is of unknown
 * origin; every current browser sends one of them with a write.
 */
function pageOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  frontends: Frontends,
): 'own' | 'foreign' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return frontends.isAllowed(origin) ? 'own' : 'foreign';
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  return 'unknown';
}

/**
 * For a write whose only credential is a cookie: it must come from this service or from an allowed frontend.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertOwnPage(request: Pick<FastifyRequest, 'headers'>, frontends: Frontends): void {
  if (pageOf(request, frontends) !== 'own') throw new KeywardError('OriginNotAllowedError');
}

/**
 * For an answer that sets cookies: a foreign page must not sign its visitors in to an account of its choice. A program,
 * which sends neither header, passes.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertNoForeignPage(request: Pick<FastifyRequest, 'headers'>, frontends: Frontends): void {
  if (pageOf(request, frontends) === 'foreign') throw new KeywardError('OriginNotAllowedError');
}

/**
 * For a link whose redirect sets cookies: a person must have opened it; a foreign page must not load it as an image or
 * in a frame. The page that it was opened from does not matter, because a mail is read on any page.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertOpened({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document')
    throw new KeywardError('OriginNotAllowedError');
}
