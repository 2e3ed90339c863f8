/** The same in all tabs, because a mailed link opens a tab of its own. */
const KEY = 'keyward.return_to';

/** Codes and links live ten minutes. */
const LIFETIME_MS = 11 * 60_000;

/** Keeps where to go after a sign-in that ends on another page. */
export function remember(path: string): void {
  localStorage.setItem(KEY, JSON.stringify({ path, until: Date.now() + LIFETIME_MS }));
}

export function forget(): void {
  localStorage.removeItem(KEY);
}

export function recall(): string | null {
  try {
    const kept: { path?: unknown; until?: unknown } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept.path === 'string' && Number(kept.until) > Date.now() ? kept.path : null;
  } catch {
    return null;
  }
}

/**
 * Where to go after signing in, if it is a path of this origin: a page that sends people elsewhere after they typed a
 * password is what phishing wants.
 * @returns the whole address, because a path such as `//example.org` would be another origin
 */
export function addressOf(path: string | null): string | null {
  if (path === null || !path.startsWith('/') || !URL.canParse(path, location.origin)) return null;
  const url = new URL(path, location.origin);
  return url.origin === location.origin ? url.href : null;
}
