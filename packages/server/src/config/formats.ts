import { isPlainText, PLAIN_CHARACTER } from '../lib/text.ts';

/** A format of texts that schemas of settings may name. */
export interface TextFormat {
  readonly check: (text: string) => boolean;
  /** The remedy, after "must be" or "use". */
  readonly use: string;
  /** The check as JSON Schema, for the API's description; only a part of it if JSON Schema cannot express it all. */
  readonly schema: { readonly format?: string; readonly pattern?: string };
}

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

export const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  // A token of RFC 9110 §5.6.2, which RFC 6265 §4.1.1 requires as the name of a cookie.
  token: pattern(
    "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    "letters, digits and !#$%&'*+-.^_`|~, the characters of a cookie's name",
  ),
  // RFC 6265 §4.1.1: any printable ASCII but the semicolon.
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
};

/** A format that consists of one regular expression. */
function pattern(source: string, use: string): TextFormat {
  const expression = new RegExp(source, 'u');
  return { check: (text) => expression.test(text), use, schema: { pattern: source } };
}
