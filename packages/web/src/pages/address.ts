/** The pages, as paths below the web path. */
const PAGES = [
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

/** Where the person is. */
export interface Place {
  page: (typeof PAGES)[number];
  /** What precedes the page in the path: where the pages are mounted, also behind a proxy's path. */
  base: string;
  /** The address with everything that it brought. Only in memory. */
  href: string;
  /** What the address asks to go to after signing in. Anybody can write it. */
  returnTo: string | null;
}

/**
 * Takes the address, and cleans it: codes and tokens leave it, and so the history, before any request starts. Only
 * `return_to` stays, because it holds no secret and must survive a reload.
 */
export function takeAddress(): Place {
  const { href, pathname } = location;
  const url = new URL(href);
  const returnTo = url.searchParams.get('return_to');
  const kept = returnTo === null ? '' : `?${new URLSearchParams({ return_to: returnTo }).toString()}`;
  if (url.search !== kept || url.hash !== '') history.replaceState(null, '', pathname + kept);
  const path = pathname.replace(/\/$/, '');
  const page = PAGES.find((one) => path.endsWith(one)) ?? '/account';
  return { page, base: path.endsWith(page) ? path.slice(0, -page.length) : '', href, returnTo };
}
