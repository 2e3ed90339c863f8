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
  back: Back | null;
}

/** Where the address asks to go after signing in. Anybody can write it. */
export interface Back {
  /** A path of this origin, or with a challenge the address of another frontend. */
  returnTo: string;
  /** The frontend's (RFC 7636 §4.2). */
  challenge?: string;
  state?: string;
}

/** The query that asks for it. */
export function queryOf(back: Back | null): string {
  if (back === null) return '';
  const { returnTo, challenge, state } = back;
  const query = new URLSearchParams({
    return_to: returnTo,
    ...(challenge !== undefined && { code_challenge: challenge }),
    ...(state !== undefined && { state }),
  });
  return `?${query.toString()}`;
}

function backIn({ searchParams }: URL): Back | null {
  const returnTo = searchParams.get('return_to');
  const challenge = searchParams.get('code_challenge');
  const state = searchParams.get('state');
  if (returnTo === null) return null;
  if (challenge === null) return { returnTo };
  return { returnTo, challenge, ...(state !== null && { state }) };
}

/**
 * Takes the address, and cleans it: codes and tokens leave it, and so the history, before any request starts. Only
 * where to go stays, because it holds no secret and must survive a reload.
 */
export function takeAddress(): Place {
  const { href, pathname } = location;
  const url = new URL(href);
  const back = backIn(url);
  const kept = queryOf(back);
  if (url.search !== kept || url.hash !== '') history.replaceState(null, '', pathname + kept);
  const path = pathname.replace(/\/$/, '');
  const page = PAGES.find((one) => path.endsWith(one)) ?? '/account';
  return { page, base: path.endsWith(page) ? path.slice(0, -page.length) : '', href, back };
}
