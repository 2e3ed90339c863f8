import { isPlainText, MAX_URL } from './text.ts';

/**
 * Schemes that browsers and systems open themselves: they do not lead to an application, and some run code from the
 * address. RFC 8252 §7.1 asks for a domain name in a private scheme, but known applications use others (`cursor:`).
 */
const NEVER = new Set(
  [
    // Browsers.
    'javascript vbscript livescript mocha data blob filesystem about view-source jar resource feed',
    'chrome chrome-extension chrome-untrusted edge brave opera vivaldi moz-extension safari-web-extension',
    // Files, shares and directories. Windows sends the person's credentials to their hosts.
    'file smb cifs nfs afp dav davs webdav webdavs ftp ftps sftp tftp ldap ldaps',
    // Other network protocols.
    'ws wss ssh telnet tn3270 rlogin rdp vnc gopher news nntp irc ircs rtsp rtmp mms magnet',
    // Schemes with which systems start, install or configure something.
    'intent android-app market itms itms-apps itms-appss itms-services help hcp shell search search-ms res mk mhtml',
    'microsoft-edge x-man-page apple-pay prefs app-settings',
    // People.
    'mailto tel sms smsto mmsto callto facetime facetime-audio sip sips xmpp geo maps',
  ].flatMap((line) => line.split(' ')),
);
/** Families of schemes of Windows and of Apple, such as `ms-msdt:` and `x-apple.systempreferences:`. */
const NEVER_BEGIN = /^(?:ms-|x-apple)/;

/** The rules for redirect addresses, each as a sentence about an address that breaks it. */
export const REDIRECT_URI_RULES: Readonly<Record<RedirectUriRule, string>> = {
  length: `must be at most ${MAX_URL} characters`,
  characters: 'must not hold white space, backslashes or control characters',
  whole: 'must be a whole address: there are no patterns',
  fragment: 'must not have a fragment',
  absolute: 'must be an absolute address',
  credentials: 'must not hold a user name or a password',
  scheme: 'must not begin with a scheme that browsers or systems open themselves',
  host: 'must have a host after the two slashes',
  secure: 'must be https, unless it is on this device (loopback)',
};

export type RedirectUriRule =
  'length' | 'characters' | 'whole' | 'fragment' | 'absolute' | 'credentials' | 'scheme' | 'host' | 'secure';

/**
 * The rule that a redirect address breaks; null if it breaks none. The console checks it too.
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
  const scheme = url.protocol.slice(0, -1);
  if (NEVER.has(scheme) || NEVER_BEGIN.test(scheme)) return 'scheme';
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    // Browsers also accept `https:host`, others do not.
    if (!/^https?:\/\/[^/?#]/i.test(text)) return 'host';
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'secure';
  }
  return null;
}

function authorityOf(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
}
