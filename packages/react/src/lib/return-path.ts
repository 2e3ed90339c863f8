const KEY = 'keyward.return_path';

/** Codes and links are valid for ten minutes. */
const LIFETIME_MS = 11 * 60_000;

/**
 * The whole address of a path, because one such as `//example.org` would be at another origin: an open redirect after a
 * sign-in would help phishing.
 * @returns null for anything but a path of this origin
 */
function addressOf(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, location.origin)) return null;
  const url = new URL(path, location.origin);
  return url.origin === location.origin ? url.href : null;
}

const wanted = (): string | null => new URLSearchParams(location.search).get('return_to');

/**
 * Keeps the parameter `return_to` of the address for eleven minutes, for all tabs: a sign-in can end on another page, or
 * in the tab of a mailed link. Call it on the page to sign in.
 */
export function keepReturnPath(): void {
  const path = wanted();
  if (path === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify({ path, until: Date.now() + LIFETIME_MS }));
}

function kept(): string | null {
  try {
    const { path, until }: { path?: unknown; until?: unknown } = JSON.parse(
      localStorage.getItem(KEY) ?? '{}',
    );
    return Number(until) > Date.now() ? addressOf(path) : null;
  } catch {
    return null;
  }
}

/**
 * The address that the person wanted before the sign-in: `return_to` of the present page, or what was kept. Always of
 * this origin.
 * @param otherwise the path without either
 */
export function returnAddress(otherwise = '/'): string {
  return addressOf(wanted()) ?? kept() ?? otherwise;
}
