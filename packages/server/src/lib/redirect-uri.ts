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

/**
 * What is wrong with a redirect address, as a sentence about it; null if nothing is. The console asks it too.
 * @param isLoopback whether only the device itself can reach a host
 */
export function redirectUriProblem(text: string, isLoopback: (host: string) => boolean): string | null {
  if (text.length > MAX_URL) return `must be at most ${MAX_URL} characters`;
  if (!isPlainText(text) || /[\s\\]/.test(text))
    return 'must not hold white space, backslashes or control characters';
  if (text.includes('*')) return 'must be a whole address: there are no patterns';
  if (text.includes('#')) return 'must not have a fragment';
  const url = URL.parse(text);
  if (url === null) return 'must be an absolute address';
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@'))
    return 'must not hold a user name or a password';
  if (NEVER.has(url.protocol)) return `must not begin with ${url.protocol}`;
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    // Browsers also take `https:host`, others do not.
    if (!/^https?:\/\/[^/?#]/i.test(text)) return 'must have a host after the two slashes';
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      return 'must be https, unless it is on this device (loopback)';
  }
  return null;
}

function authorityOf(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
}
