import { isLoopback, unbracket } from '../../config/addresses.ts';
import { brokenRedirectUriRule, REDIRECT_URI_RULES } from '../../lib/redirect-uri.ts';

/** The problem with a redirect address, as a sentence without its subject; null if there is none. */
export function redirectUriProblem(text: string): string | null {
  const rule = brokenRedirectUriRule(text, isLoopback);
  return rule === null ? null : REDIRECT_URI_RULES[rule];
}

/** Whether an address is registered: as the same text or, for a loopback address, with another port (RFC 8252 §7.3). */
export function isRegistered(given: string, registered: readonly string[]): boolean {
  if (registered.includes(given)) return true;
  if (redirectUriProblem(given) !== null) return false;
  const free = withoutLoopbackPort(given);
  return free !== null && registered.some((one) => withoutLoopbackPort(one) === free);
}

/** A loopback address without its port; null for any other. */
function withoutLoopbackPort(text: string): string | null {
  const match = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/i.exec(text);
  return match === null ? null : `${match[1]?.toLowerCase()}${match[2]}`;
}

/** The host to which a redirect address sends people; for a private scheme, the scheme. */
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
