import { pageStorage, parse } from './sessions.ts';
import type { ClientOptions } from './types.ts';

/** The sign-ins that this browser has begun, and that a redirect may bring back to it. */
export interface Begun {
  /**
   * Begins one that only this browser can finish.
   * @returns the challenge (RFC 7636 §4.2); undefined where the page has no cryptography, which is on plain http
   */
  challenge(): Promise<string | undefined>;
  /** Begins one by mail. @returns the challenge where the link shall be for this browser alone */
  mail(email: string): Promise<string | undefined>;
  /** @returns the verifier of a challenge, or an empty text for an email; undefined for what did not begin here */
  find(name: string): Promise<string | undefined>;
}

/** Codes, links and flows live ten minutes; what a redirect carries, one more. */
const LIFETIME_MS = 11 * 60_000;

/** What is begun beyond that pushes out the oldest. */
const MOST = 10;

/** A challenge or an email, the verifier or an empty text, and when it is over. */
type Entry = [name: string, verifier: string, until: number];

export function createBegun({ storage: chosen, storageKey = 'keyward', sameBrowser }: ClientOptions): Begun {
  // In a page never in a memory, which the redirect empties.
  const storage = pageStorage(typeof chosen === 'object' ? chosen : undefined);
  const key = `${storageKey}.begun`;

  async function live(): Promise<Entry[]> {
    const entries = parse<Entry[]>(await storage.getItem(key), []);
    return entries.filter(([, , until]) => until > Date.now());
  }

  async function keep(name: string, verifier = ''): Promise<void> {
    const entries = [...(await live()), [name, verifier, Date.now() + LIFETIME_MS]];
    await storage.setItem(key, JSON.stringify(entries.slice(-MOST)));
  }

  async function challenge(): Promise<string | undefined> {
    const { crypto } = globalThis;
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- it is missing on plain http
    if (!crypto?.subtle) return undefined;
    // 244 random bits, in characters that a verifier may have (RFC 7636 §4.1).
    const verifier = crypto.randomUUID() + crypto.randomUUID();
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const name = btoa(String.fromCharCode(...new Uint8Array(digest)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace('=', '');
    await keep(name, verifier);
    return name;
  }

  return {
    challenge,
    // Whose it is tells it, too, and lets people open the mail where they like.
    mail: (email) => (sameBrowser ? challenge() : keep(email.toLowerCase()).then(() => undefined)),
    find: async (name) => (await live()).find(([known]) => known === name)?.[1],
  };
}
