import type { PlainJson } from '../../../lib/plain-json.ts';
import type { Patterns } from './patterns.ts';

/** Removes secrets from text on its way to the logs. */
export interface Redaction {
  /** Redacts any text. */
  text(text: string): string;
  /** Whether the settings have patterns, which may match anything. */
  readonly hasPatterns: boolean;
  /** Redacts a short text that the client has written. Very cheap. */
  header(text: string): string;
  /** Redacts the metadata of an event, by the names of its fields and by the content of its texts. */
  metadata(value: PlainJson): PlainJson;
}

export const REDACTED = '[redacted]';

/** Names of fields, in lower case without separators, whose values are passwords, codes or keys. Never written. */
const NEVER_WRITTEN =
  /(?:passwords?|passwd|passphrase|pwd|secrets?|secretkey|privatekey|apikey|masterkey|otp|otps)$|^(?:code|codes|pin|key)$/;
/** The same for tokens and cookies, which are written only if `redact_sensitive` is off. */
const SENSITIVE =
  /(?:tokens?|cookies?|authorization|credentials?|assertion)$|^(?:state|nonce|jwt|bearer|sid)$/;

/**
 * `password=…`, `"client_secret": "…"`, up to the end of the value. Every quantifier is bounded or can end in only one
 * way.
 */
const NAMED_SECRET =
  /\b(\w{0,32}(?:pass(?:word|wd|phrase)|pwd|secret(?:[_-]?key)?|private[_-]?key|api[_-]?key|master[_-]?key)["']?\s{0,3}[:=]\s{0,3})("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,;&"']+)/gi;
/** A password in an address: `postgres://user:password@host`. */
const USER_INFO = /(:\/\/[^\s:/?#@]{0,256}:)[^\s/?#@]{1,256}(?=@)/g;
/** The part after `#` of the set-up link, which creates a superadmin. */
const SET_UP_LINK = /(\/setup#)[\w-]+/g;
/** Six digits that are not part of a longer text. In an address, `=` may be written as `%3D`. */
const CODE = /(?:(?<!\w|\d[.:-])|(?<=%[0-9a-f]{2}))\d{6}(?!\w|[.:-]\d)/gi;
/** The key in a mailed link, or in JSON. In an address within an address, `&` and `=` are escaped. */
const LINK_KEY = /((?:\b|%26)key(?:=|%3D|["']?:\s?["']))[\w-]{22}(?![\w-])/gi;
/** An API key, or the first part of one that a log has cut off. */
const API_KEY = /kw_live_[0-9A-Za-z]{8,}/g;
/** Up to the end of the key, or of the text. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;
const KEY_END = /-----END [A-Z ]{0,30}PRIVATE KEY-----/;
/** Longer than any key. After an unfinished key, redaction stops at this number of lines. */
const MAX_KEY_LINES = 100;
/** Not after `-`: otherwise each `eyJ-` in `eyJ-eyJ-…` would be matched to the end of the line. */
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g;
const BEARER = /\bBearer\s+[A-Za-z0-9._~+/-]{8,}=*/gi;
/** A user name and a password, not a token. */
const BASIC = /\bBasic\s+[A-Za-z0-9+/]{8,}=*/gi;
const NAMED_TOKEN =
  /\b(\w{0,32}(?:token|cookie|state|nonce)["']?\s{0,3}[:=]\s{0,3})("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,;&"']+)/gi;

/** @param sensitive whether to remove tokens and cookies too */
export function createRedaction(
  sensitive: () => boolean,
  patterns: Patterns,
  keys: () => readonly string[],
): Redaction {
  function text(value: string): string {
    let result = value;
    // Redacts the service's own secrets by their values.
    for (const key of keys()) if (result.includes(key)) result = result.replaceAll(key, REDACTED);
    result = result
      .replace(PRIVATE_KEY, REDACTED)
      .replace(NAMED_SECRET, `$1${REDACTED}`)
      .replace(SET_UP_LINK, `$1${REDACTED}`)
      .replace(USER_INFO, `$1${REDACTED}`)
      .replace(BASIC, `Basic ${REDACTED}`)
      .replace(API_KEY, REDACTED)
      .replace(LINK_KEY, `$1${REDACTED}`)
      .replace(CODE, REDACTED);
    if (sensitive()) {
      result = result
        .replace(JWT, REDACTED)
        .replace(BEARER, `Bearer ${REDACTED}`)
        .replace(NAMED_TOKEN, `$1${REDACTED}`);
    }
    return patterns.any ? patterns.replace(result, REDACTED) : result;
  }

  function header(value: string): string {
    let result = sensitive() && value.includes('eyJ') ? value.replace(JWT, REDACTED) : value;
    if (result.includes('kw_live_')) result = result.replace(API_KEY, REDACTED);
    return patterns.any ? patterns.replace(result, REDACTED) : result;
  }

  function isSecret(name: string): boolean {
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    return NEVER_WRITTEN.test(plain) || (sensitive() && SENSITIVE.test(plain));
  }

  function metadata(value: PlainJson): PlainJson {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (isArray(value)) return value.map(metadata);
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        isSecret(name) && typeof item !== 'boolean' && item !== null ? REDACTED : metadata(item),
      ]),
    );
  }

  return {
    text,
    header,
    metadata,
    get hasPatterns() {
      return patterns.any;
    },
  };
}

/** Removes private keys from lines that come one by one. One instance per source of lines. */
export function createKeyRedaction(): (line: string) => string {
  let left = 0;
  return (line) => {
    if (left > 0) {
      left = KEY_END.test(line) ? 0 : left - 1;
      return REDACTED;
    }
    const shown = line.replace(PRIVATE_KEY, REDACTED);
    if (shown !== line && !KEY_END.test(line)) left = MAX_KEY_LINES;
    return shown;
  };
}

function isArray(value: object): value is readonly PlainJson[] {
  return Array.isArray(value);
}
