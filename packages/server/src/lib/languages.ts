/** The languages of the console, the documentation and the portal. The first is the fallback. */
export const OPERATOR_LANGUAGES = ['en', 'de'] as const;
export type OperatorLanguage = (typeof OPERATOR_LANGUAGES)[number];

/** The languages of pages and mails for end users, as BCP 47 tags; `pt` is Brazilian, `zh` simplified Chinese. */
export const LANGUAGES = [...OPERATOR_LANGUAGES, 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
