import { isLoopback, unbracket } from '../../config/addresses.ts';
import { isPlainText, MAX_URL } from '../../lib/text.ts';

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

/** What is wrong with a redirect address, as a sentence about it; null if nothing is. */
export function redirectUriProblem(text: string): string | null {
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

/**
 * Whether an address is one of the registered ones: the same string, or, for a loopback address, the same but for the
 * port (RFC 8252 §7.3).
 */
export function isRegistered(given: string, registered: readonly string[]): boolean {
  if (registered.includes(given)) return true;
  if (redirectUriProblem(given) !== null) return false;
  const free = withoutLoopbackPort(given);
  return free !== null && registered.some((one) => withoutLoopbackPort(one) === free);
}

/** The text of a loopback address without its port; null for any other. */
function withoutLoopbackPort(text: string): string | null {
  const match = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/i.exec(text);
  return match === null ? null : `${match[1]?.toLowerCase()}${match[2]}`;
}

/** The host that a redirect address sends people to; for a private scheme that scheme. */
export function hostOf(text: string): string {
  const url = URL.parse(text);
  return url === null || url.host === '' ? (url?.protocol ?? text) : url.host;
}

/** Whether all addresses are on the device itself, where any program can listen. */
export function areLoopback(uris: readonly string[]): boolean {
  return (
    uris.length > 0 &&
    uris.every((uri) => {
      const url = URL.parse(uri);
      return url !== null && /^https?:$/.test(url.protocol) && isLoopback(unbracket(url.hostname));
    })
  );
}
