import type { FactorsClient } from '@keyward/client/factors';
import type { Back } from './address.ts';

/** Shared by all tabs, because a mailed link opens a new tab. */
const KEY = 'keyward.return_to';

/** Codes and links are valid for ten minutes. */
const LIFETIME_MS = 11 * 60_000;

/** Stores the target of a sign-in that ends on another page. */
export function remember(back: Back): void {
  localStorage.setItem(KEY, JSON.stringify({ back, until: Date.now() + LIFETIME_MS }));
}

export function forget(): void {
  localStorage.removeItem(KEY);
}

export function recall(): Back | null {
  try {
    const kept: { back?: Back; until?: unknown } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept.back !== undefined && Number(kept.until) > Date.now() ? kept.back : null;
  } catch {
    return null;
  }
}

/**
 * The target after the sign-in, if it is a path of this origin. An open redirect after a sign-in would help
 * phishing.
 * @returns the whole address, because a path such as `//example.org` would be another origin
 */
export function addressOf(path: string | undefined): string | null {
  if (path === undefined || !path.startsWith('/') || !URL.canParse(path, location.origin)) return null;
  const url = new URL(path, location.origin);
  return url.origin === location.origin ? url.href : null;
}

/** The storage of the client's session. */
const SESSION = 'keyward';

/**
 * The page of the allowed frontend that requested the sign-in, with a one-time code; null if there is none. The session
 * then belongs to the frontend: if two clients renewed it, it would end.
 */
export async function handedOver(client: FactorsClient, back: Back | null): Promise<string | null> {
  if (back?.challenge === undefined) return null;
  const { returnTo, challenge, state } = back;
  const { data: session } = await client.getSession();
  const { data } = await client.handOver({
    return_to: returnTo,
    code_challenge: challenge,
    ...(session?.refresh_token !== undefined && { refresh_token: session.refresh_token }),
    ...(state !== undefined && { state }),
  });
  if (data === null) return null;
  localStorage.removeItem(SESSION);
  return data.location;
}
