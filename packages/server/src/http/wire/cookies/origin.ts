import type { FastifyRequest } from 'fastify';
import { KeywardError } from '../../../errors.ts';
import type { Services } from '../../../services/services.ts';
import type { TokenCookies } from './request-cookies.ts';

type Sender = Pick<FastifyRequest, 'headers'>;
type Known = Pick<Services, 'frontends' | 'publicUrl'>;

/**
 * A browser attaches cookies to every request of a page, including a foreign page. Two headers, which pages
 * cannot set, identify the page: `Origin`, and without it `Sec-Fetch-Site`. A request with neither is of
 * unknown origin; every current browser sends one of them with a write.
 */
function pageOf(
  { headers }: Sender,
  services: Known,
  { ownPagesOnly }: TokenCookies,
): 'own' | 'foreign' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) {
    const own = ownPagesOnly ? isOwn(headers, services) : services.frontends.isAllowed(origin);
    return own ? 'own' : 'foreign';
  }
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  return 'unknown';
}

/**
 * Whether the page is the service's own. On a developer's machine it has several addresses; there, `Sec-Fetch-Site`
 * decides, if the page has the requested host.
 */
function isOwn({ origin = '', host, 'sec-fetch-site': site }: Sender['headers'], { publicUrl }: Known) {
  return (
    origin === new URL(publicUrl()).origin || (site === 'same-origin' && URL.parse(origin)?.host === host)
  );
}

/**
 * For a write whose only credential is a cookie: it must come from this service, or from an allowed frontend where the
 * cookies count there.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertOwnPage(request: Sender, services: Known, cookies: TokenCookies): void {
  if (pageOf(request, services, cookies) !== 'own') refuse(services, cookies);
}

/**
 * For an answer that sets cookies: a foreign page must not sign its visitors in to an account of its choice. A program,
 * which sends neither header, passes.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertNoForeignPage(request: Sender, services: Known, cookies: TokenCookies): void {
  if (isForeignPage(request, services, cookies)) refuse(services, cookies);
}

/** Whether the request comes from a page whose cookies are not accepted. */
export function isForeignPage(request: Sender, services: Known, cookies: TokenCookies): boolean {
  return pageOf(request, services, cookies) === 'foreign';
}

function refuse({ publicUrl }: Known, { ownPagesOnly }: TokenCookies): never {
  if (!ownPagesOnly) throw new KeywardError('OriginNotAllowedError');
  const message = `The console's cookies are accepted only from its own pages: open the console at ${publicUrl()}, or set KEYWARD_PUBLIC_URL to the address you use.`;
  throw new KeywardError('OriginNotAllowedError', { message });
}

/**
 * For a link whose redirect sets cookies: a person must have opened it; a foreign page must not load it as an image or
 * in a frame. The page that it was opened from does not matter, because a mail is read on any page.
 * @throws KeywardError `OriginNotAllowedError`
 */
export function assertOpened({ headers }: Sender): void {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document')
    throw new KeywardError('OriginNotAllowedError');
}
