import { preferredLanguage } from '../../../../lib/accept-language.ts';
import { type Language, LANGUAGES } from '../../../../lib/languages.ts';
import { english, type MailTexts } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';

const TEXTS: Readonly<Record<Language, MailTexts>> = { en: english, de: german, fr: french };

/** The texts in the language that an `Accept-Language` header prefers. If no language matches, English. */
export function textsFor(acceptLanguage: string): MailTexts {
  return TEXTS[preferredLanguage(acceptLanguage, LANGUAGES)];
}
