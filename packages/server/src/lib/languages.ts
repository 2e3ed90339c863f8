/** The languages of the console and the documentation. The first is the fallback. */
export const OPERATOR_LANGUAGES = ['en', 'de'] as const;
export type OperatorLanguage = (typeof OPERATOR_LANGUAGES)[number];

/** The languages of pages and mails for end users, as BCP 47 tags; `pt` is Brazilian, `zh` simplified Chinese. */
export const LANGUAGES = [...OPERATOR_LANGUAGES, 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language whose texts a language has where it lacks its own: French for `fr-ca`, English for `ar`. */
export function baseLanguage(tag: string): Language {
  return LANGUAGES.find((language) => language === tag.split('-')[0]) ?? 'en';
}

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The direction of a language's script. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
