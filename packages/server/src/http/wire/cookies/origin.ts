import type { FastifyRequest } from 'fastify';
import { KeywardError } from '../../../errors.ts';
import type { Frontends } from '../../../features/frontends/frontends.ts';

/**
 * A browser sends cookies along with whatever a page makes it send, also a foreign page. What tells the pages apart are
 * headers that pages cannot set: `Origin`, or without it `Sec-Fetch-Site`. Without either nobody knows; every browser
 * of today sends one of them with a write.
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
 * For a write whose only credential is a cookie: it must come from this service or an allowed frontend.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertOwnPage(request: Pick<FastifyRequest, 'headers'>, frontends: Frontends): void {
  if (pageOf(request, frontends) !== 'own') throw new KeywardError('OriginNotAllowedError');
}

/**
 * For an answer that sets cookies: a foreign page must not sign its visitors in to an account of its own choice. A
 * program, which sends neither header, may.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertNoForeignPage(request: Pick<FastifyRequest, 'headers'>, frontends: Frontends): void {
  if (pageOf(request, frontends) === 'foreign') throw new KeywardError('OriginNotAllowedError');
}

/**
 * For a link whose redirect sets cookies: somebody opened it, instead of a foreign page loading it as an image or in a
 * frame. Which page it was opened from does not matter: links in mails are opened from any.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertOpened({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document')
    throw new KeywardError('OriginNotAllowedError');
}
