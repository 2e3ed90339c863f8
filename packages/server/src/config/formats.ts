import { isLoopback } from './addresses.ts';
import { hasVisible, isPlainText, isWebUrl, PLAIN_CHARACTER, VISIBLE_CHARACTER } from '../lib/text.ts';

/** A format of texts that schemas of settings may name. */
export interface TextFormat {
  readonly check: (text: string) => boolean;
  /** The remedy, after "must be" or "use". */
  readonly use: string;
  /**
   * The check as JSON Schema, for the API's description; only a part of it if JSON Schema cannot express the
   * whole rule.
   */
  readonly schema: { readonly format?: string; readonly pattern?: string };
}

/** An address below the page's own origin. Browsers read a second slash, or a backslash, as another host. */
const OWN_PATH = '/(?:[^/\\s\\\\][^\\s\\\\]*)?';
const LOOPBACK = '(?:(?:[A-Za-z0-9-]+\\.)*localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1\\])(?::[0-9]{1,5})?';
const WEB_ADDRESS = `(?:https://[^/?#@\\\\\\s]+|http://${LOOPBACK})(?:[/?#][^\\\\\\s]*)?`;
/** The image types that browsers draw without running scripts. */
const PICTURE = 'data:image/(?:png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}';
const MAIL_ADDRESS = 'mailto:[^\\s@]+@[^\\s@]+';

const LOGO = new RegExp(`^(?:|${WEB_ADDRESS}|${OWN_PATH}|${PICTURE})$`, 'u');
const PAGE_LINK = new RegExp(`^(?:${WEB_ADDRESS}|${OWN_PATH}|${MAIL_ADDRESS})$`, 'u');

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

export const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  // A token of RFC 9110 §5.6.2, which RFC 6265 §4.1.1 requires as the name of a cookie.
  token: pattern(
    "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    "letters, digits and !#$%&'*+-.^_`|~, the characters of a cookie's name",
  ),
  // RFC 6265 §4.1.1: any printable ASCII except the semicolon.
  'cookie-path': pattern(
    '^/[\\x21-\\x3a\\x3c-\\x7e]*$',
    'a path in ASCII that begins with a slash, without spaces or ;',
  ),
  // Browsers allow and ignore a dot before it.
  'cookie-domain': pattern(`^\\.?${LABEL}(?:\\.${LABEL})*$`, 'a host name in ASCII'),
  text: {
    check: isPlainText,
    use: 'text without control characters',
    schema: { pattern: `^${PLAIN_CHARACTER}*$` },
  },
  // Encoded as bytes, different lone surrogates would all become the same replacement character.
  'well-formed': {
    check: (text) => text.isWellFormed(),
    use: 'well-formed Unicode',
    schema: { format: 'password' },
  },
  colour: pattern('^(?:#[0-9A-Fa-f]{6})?$', 'a colour as #rrggbb, such as #2848c7, or empty'),
  logo: {
    check: (text) => text === '' || (LOGO.test(text) && hasSafeHost(text)),
    use: 'an https:// address, a path such as /logo.svg, or data:image/png;base64,… (png, jpeg, webp or svg+xml), or empty',
    schema: { pattern: LOGO.source },
  },
  // The text is public, and must have something visible to click on.
  'link-label': {
    check: (text) => isPlainText(text) && hasVisible(text),
    use: 'text with something visible, without control characters',
    schema: { pattern: `^${PLAIN_CHARACTER}*${VISIBLE_CHARACTER}${PLAIN_CHARACTER}*$` },
  },
  'page-link': {
    check: (text) => PAGE_LINK.test(text) && hasSafeHost(text),
    use: 'an https:// address, a path such as /terms, or mailto: and an email',
    schema: { pattern: PAGE_LINK.source },
  },
};

/** Stricter than browsers: a `;` or a `,` would end the pages' Content-Security-Policy for images. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Whether a text is not a web address, or an address whose content an attacker on the network cannot change.
 */
function hasSafeHost(text: string): boolean {
  if (!isPlainText(text)) return false;
  if (!/^http/i.test(text)) return true;
  const url = isWebUrl(text) ? URL.parse(text) : null;
  return url !== null && HOST.test(url.hostname) && (url.protocol === 'https:' || isLoopback(url.hostname));
}

/** A format that consists of one regular expression. */
function pattern(source: string, use: string): TextFormat {
  const expression = new RegExp(source, 'u');
  return { check: (text) => expression.test(text), use, schema: { pattern: source } };
}
