import { pageStorage, parse } from './sessions.ts';
import type { ClientOptions } from './types.ts';

/** The sign-ins that this browser has begun, and that a redirect may bring back. */
export interface Begun {
  /**
   * Begins a sign-in that only this browser can finish.
   * @returns the challenge (RFC 7636 §4.2); undefined if the page has no cryptography, as on plain http
   */
  challenge(): Promise<string | undefined>;
  /** Begins a sign-in by mail. @returns the challenge if the link may be used only in this browser */
  mail(email: string): Promise<string | undefined>;
  /** Remembers the challenge for a second factor that a redirect brought. */
  keep(challenge: string, verifier?: string): Promise<void>;
  /**
   * @returns the verifier of a challenge, or an empty text for an email, and for a second factor without a verifier;
   * undefined for a sign-in that did not begin here
   */
  find(name: string): Promise<string | undefined>;
}

/** Codes, links and flows expire after ten minutes; the code in a redirect a minute later. */
const LIFETIME_MS = 11 * 60_000;

/** Beyond this number, a new sign-in replaces the oldest. */
const MOST = 10;

/** A challenge or an email, the verifier or an empty text, and the time of expiry. */
type Entry = [name: string, verifier: string, until: number];

export function createBegun({ storage: chosen, storageKey = 'keyward', sameBrowser }: ClientOptions): Begun {
  // A page does not keep them in memory, because the redirect would clear it.
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
    keep,
    // Otherwise the email identifies the sign-in, and people can open the mail in any browser.
    mail: (email) => (sameBrowser ? challenge() : keep(email.toLowerCase()).then(() => undefined)),
    find: async (name) => (await live()).find(([known]) => known === name)?.[1],
  };
}
