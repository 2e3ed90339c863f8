import { isPlainText, MAX_URL } from './text.ts';

/** Schemes that browsers run or open themselves, so they lead to no application. */
const NEVER = new Set([
  'javascript:',
  'data:',
  'file:',
  'vbscript:',
  'blob:',
  'about:',
  'filesystem:',
  'view-source:',
  'ws:',
  'wss:',
  'ftp:',
  'mailto:',
  'tel:',
]);

/** The rules for redirect addresses, each as a sentence about an address that breaks it. */
export const REDIRECT_URI_RULES: Readonly<Record<RedirectUriRule, string>> = {
  length: `must be at most ${MAX_URL} characters`,
  characters: 'must not hold white space, backslashes or control characters',
  whole: 'must be a whole address: there are no patterns',
  fragment: 'must not have a fragment',
  absolute: 'must be an absolute address',
  credentials: 'must not hold a user name or a password',
  scheme: 'must not begin with a scheme that browsers run or open themselves',
  host: 'must have a host after the two slashes',
  secure: 'must be https, unless it is on this device (loopback)',
};

export type RedirectUriRule =
  'length' | 'characters' | 'whole' | 'fragment' | 'absolute' | 'credentials' | 'scheme' | 'host' | 'secure';

/**
 * The rule that a redirect address breaks; null if it breaks none. The console asks it too.
 * @param isLoopback whether only the device itself can reach a host
 */
export function brokenRedirectUriRule(
  text: string,
  isLoopback: (host: string) => boolean,
): RedirectUriRule | null {
  if (text.length > MAX_URL) return 'length';
  if (!isPlainText(text) || /[\s\\]/.test(text)) return 'characters';
  if (text.includes('*')) return 'whole';
  if (text.includes('#')) return 'fragment';
  const url = URL.parse(text);
  if (url === null) return 'absolute';
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@')) return 'credentials';
  if (NEVER.has(url.protocol)) return 'scheme';
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    // Browsers also take `https:host`, others do not.
    if (!/^https?:\/\/[^/?#]/i.test(text)) return 'host';
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'secure';
  }
  return null;
}

function authorityOf(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
}
