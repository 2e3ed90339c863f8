/** The pages, as paths below the web path. */
export const PAGES = [
  '/signin',
  '/signup',
  '/reset-password',
  '/oauth/callback',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/invitation',
  '/email-undo',
  '/account',
] as const;

export type PagePath = (typeof PAGES)[number];

/** Where the person is. */
export interface Place {
  page: PagePath;
  /** What precedes the page in the path: where the pages are mounted, also behind a proxy's path. */
  base: string;
  /** The address with everything that it brought. Only in memory. */
  href: string;
}

/**
 * Takes the address, and cleans it: codes and tokens leave it, and so the history, before any request starts. Only
 * `return_to` stays, because it holds no secret and must survive a reload.
 */
export function takeAddress(): Place {
  const { href, pathname } = location;
  const url = new URL(href);
  const to = url.searchParams.get('return_to');
  const kept = to === null ? '' : `?${new URLSearchParams({ return_to: to }).toString()}`;
  if (url.search !== kept || url.hash !== '') history.replaceState(null, '', pathname + kept);
  const path = pathname.replace(/\/$/, '');
  const page = PAGES.find((one) => path.endsWith(one)) ?? '/account';
  return { page, base: path.endsWith(page) ? path.slice(0, -page.length) : '', href };
}

/**
 * Where to go after signing in, if it is on this origin: a page that sends people elsewhere after they typed a password
 * is what phishing wants.
 * @returns the whole address: a path such as `//example.org` would be another origin
 */
export function returnAddress(href: string): string | null {
  const to = new URL(href).searchParams.get('return_to');
  if (to === null || !to.startsWith('/')) return null;
  if (!URL.canParse(to, location.origin)) return null;
  const url = new URL(to, location.origin);
  return url.origin === location.origin ? url.href : null;
}
