import { keysOf } from './keys-of.ts';
import { MAX_PHONE_LENGTH, parsePhone, PHONE_PATTERN } from './phone.ts';
import { isWebUrl, MAX_URL, WEB_URL_PATTERN, WEB_URL_RULE } from './text.ts';

interface ProfileFieldRow {
  /** The stored form of a text that is not empty; null if the text breaks the rule. */
  parse: (text: string) => string | null;
  /** The rule as a sentence for people, for the message of a refusal. */
  rule: string;
  /** Its text in the API's description. */
  description: string;
  /** The rule as JSON Schema, as far as that can express it. */
  maxLength: number;
  pattern: string;
  /** The value in examples of the API's description. */
  example: string;
  /** The form in which the column stores a searched text. */
  searched: (text: string) => string;
  /** Whether custom claims of tokens may contain it: all claims of a token together have 1 KiB. */
  claim: boolean;
  /** Whether other products have other rules for it, so that an import leaves out an invalid value. */
  foreign: boolean;
}

/**
 * The optional texts of an account that its owner writes. Each is a column of the same name; null means none, and an
 * empty text clears it. Requests, bodies, events, exports, imports, searches and claims follow this table.
 */
export const PROFILE_FIELDS = {
  phone: {
    parse: parsePhone,
    rule: 'must be a phone number of at most 20 characters that begins with + or 00 and its country code, such as +49 30 901820',
    description: 'With + or 00 and the country code; stored in E.164 form; null or empty: none',
    maxLength: MAX_PHONE_LENGTH,
    pattern: PHONE_PATTERN,
    example: '+441632960961',
    searched: (text) => text.replaceAll(/[ ().-]/g, '').replace(/^00/, '+'),
    claim: true,
    foreign: false,
  },
  avatar_url: {
    parse: (text) => (isWebUrl(text) ? text : null),
    rule: WEB_URL_RULE,
    description: 'An http or https address; null or empty: none',
    maxLength: MAX_URL,
    pattern: WEB_URL_PATTERN,
    example: 'https://example.org/ada.png',
    searched: (text) => text,
    claim: false,
    foreign: true,
  },
} as const satisfies Record<string, ProfileFieldRow>;

export type ProfileField = keyof typeof PROFILE_FIELDS;

/** The fields as people enter them; null or empty: none. */
export type ProfileTexts = { [Field in ProfileField]?: string | null | undefined };

export const PROFILE_FIELD_NAMES = keysOf<ProfileField>(PROFILE_FIELDS);

/** An object with a value for each field. */
export function eachProfileField<Value>(
  valueOf: (name: ProfileField, field: ProfileFieldRow) => Value,
): Record<ProfileField, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the keys of the table
  return Object.fromEntries(
    PROFILE_FIELD_NAMES.map((name) => [name, valueOf(name, PROFILE_FIELDS[name])]),
  ) as Record<ProfileField, Value>;
}
