import { isLoopback, unbracket } from '../../config/addresses.ts';
import { brokenRedirectUriRule, REDIRECT_URI_RULES } from '../../lib/redirect-uri.ts';
import type { ApplicationType } from './application.ts';

/**
 * The problem with a redirect address, as a sentence without its subject; null if there is none.
 * @param type of its application; undefined: not known yet
 */
export function redirectUriProblem(text: string, type?: ApplicationType): string | null {
  const rule = brokenRedirectUriRule(text, isLoopback);
  if (rule !== null) return REDIRECT_URI_RULES[rule];
  if (type === undefined || type === 'native' || /^https?:/i.test(text)) return null;
  return `must be an http or https address for the type ${type}: only native applications have schemes of their own`;
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

/** Whether a redirect address is on the device itself, where any program can listen. */
export function isOnDevice(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && isLoopback(unbracket(url.hostname));
}
