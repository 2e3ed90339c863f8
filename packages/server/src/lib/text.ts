/** In characters. */
export const MAX_URL = 2048;

/** The rule of {@link isWebUrl} as a sentence. */
export const WEB_URL_RULE =
  'must be an http or https address of at most 2048 characters, without credentials; leave user name and password out';

// Control characters (C0, DEL, C1) and the two line separators forge log lines and mail headers. Bidirectional
// controls and invisible marks make a name look like another one, and can reverse the text around it.
const NOT_PLAIN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF\uFFF9-\uFFFB]/u;

/**
 * URLs that all parsers read in the same way: browsers also accept `https:host` and backslashes, others do not.
 */
export const WEB_URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\\\\\s]+(?:[/?#][^\\\\\\s]*)?$';
const WEB_URL = new RegExp(WEB_URL_PATTERN);

/**
 * The characters that {@link isPlainText} accepts, except for lone surrogates, in the regular expressions of JSON
 * Schema.
 */
const NO_CONTROLS =
  '\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ufff9-\\ufffb';
export const PLAIN_CHARACTER = `[^${NO_CONTROLS}]`;
/** A {@link PLAIN_CHARACTER} other than white space. */
export const VISIBLE_CHARACTER = `[^\\s${NO_CONTROLS}]`;

/** The length of a text in code points, as people and JSON Schema count it: an emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * Whether a text is valid in a single-line field that other people see: well-formed UTF-16 without control characters,
 * bidirectional controls, or line separators.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !NOT_PLAIN.test(text);
}

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a name shows something: a name of blank or ignored characters, such as U+200B, names nothing. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** The form for sorting and searching texts: compatible forms and cases of a letter are equal. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * Whether a text is an absolute http or https URL of at most 2048 characters, without credentials, white space
 * or control characters.
 */
export function isWebUrl(text: string): boolean {
  return lengthOf(text) <= MAX_URL && WEB_URL.test(text) && isPlainText(text) && URL.canParse(text);
}

/** Control characters and line separators become spaces: in headers they could forge other headers. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}
