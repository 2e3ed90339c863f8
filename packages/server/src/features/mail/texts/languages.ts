import { english, type MailTexts } from './english.ts';
import { german } from './german.ts';

/** All languages; the first is the fallback. A new one is a file and an entry in this list. */
export const LANGUAGES: readonly [MailTexts, ...MailTexts[]] = [english, german];

/** More than any browser sends, and cheap enough to read for every mail. */
const MAX_LENGTH = 500;

/**
 * The texts in the language that an `Accept-Language` header prefers (RFC 9110 §12.5.4). A regional tag counts for its
 * language. If no language matches, the fallback.
 */
export function textsFor(acceptLanguage: string): MailTexts {
  const [fallback] = LANGUAGES;
  const wishes = acceptLanguage
    .slice(0, MAX_LENGTH)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';');
      const quality = parameters.find((parameter) => /^\s*q=/i.test(parameter))?.split('=')[1];
      return { tag: tag.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    })
    // NaN is not over zero either.
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wishes) {
    if (tag === '*') return fallback;
    const [primary] = tag.split('-');
    const texts = LANGUAGES.find(({ language }) => language === tag || language === primary);
    if (texts !== undefined) return texts;
  }
  return fallback;
}
