import { preferredLanguage } from '../../../../lib/accept-language.ts';
import { english, type MailTexts } from './english.ts';
import { german } from './german.ts';

/** All languages; the first is the fallback. A new one is a file and an entry in this list. */
export const LANGUAGES: readonly [MailTexts, ...MailTexts[]] = [english, german];

/** The texts in the language that an `Accept-Language` header prefers. If no language matches, the fallback. */
export function textsFor(acceptLanguage: string): MailTexts {
  const [fallback, ...others] = LANGUAGES;
  const preferred = preferredLanguage(acceptLanguage, [
    fallback.language,
    ...others.map(({ language }) => language),
  ]);
  return LANGUAGES.find(({ language }) => language === preferred) ?? fallback;
}
