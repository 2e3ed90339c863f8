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
  '/consent',
  '/device',
  '/account',
  '/organizations',
  '/organization/:slug',
  '/portal',
] as const;

/**
 * The parameters that a page keeps, because they must survive a reload and a sign-in. They give no access: a request is
 * only valid in its own browser, and the person confirms the code of a device.
 */
const KEPT: Partial<Record<Place['page'], readonly string[]>> = {
  '/consent': ['request', 'prompt', 'login_hint'],
  '/device': ['user_code'],
  '/organization/:slug': ['part'],
};

/** The present page. */
export interface Place {
  page: (typeof PAGES)[number];
  /** The part of the path before the page: the mount path of the pages, including a proxy's path. */
  base: string;
  /** The whole original address. Only in memory. */
  href: string;
  back: Back | null;
}

/** The target after the sign-in, from the address. Anybody can write it. */
export interface Back {
  /** A path of this origin, or with a challenge the address of another frontend. */
  returnTo: string;
  /** The frontend's (RFC 7636 §4.2). */
  challenge?: string;
  state?: string;
}

/** Its query parameters. */
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

/** The slug in the address of the page of an organization; null on another page. */
export function organizationIn(path: string): string | null {
  return /\/organization\/([\w-]+)\/?$/.exec(path)?.[1] ?? null;
}

function keptOf(page: Place['page'], { searchParams }: URL): string {
  const kept = [...searchParams].filter(([name]) => KEPT[page]?.includes(name) === true);
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
}

/**
 * Reads the address and cleans it: codes and tokens are removed, also from the history, before any request
 * starts. The target after the sign-in stays, because it is not secret and must survive a reload, and so do
 * the parameters in {@link KEPT}.
 */
export function takeAddress(): Place {
  const { href, pathname } = location;
  const url = new URL(href);
  const path = pathname.replace(/\/$/, '');
  const slug = organizationIn(path);
  const page =
    slug === null ? (PAGES.find((one) => path.endsWith(one)) ?? '/account') : '/organization/:slug';
  const end = slug === null ? page : `/organization/${slug}`;
  const back = backIn(url);
  const kept = keptOf(page, url) || queryOf(back);
  if (url.search !== kept || url.hash !== '') history.replaceState(null, '', pathname + kept);
  return { page, base: path.endsWith(end) ? path.slice(0, -end.length) : '', href, back };
}
