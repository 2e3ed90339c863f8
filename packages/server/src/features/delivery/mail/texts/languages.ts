import { baseLanguage, type Language } from '../../../../lib/languages.ts';
import { chinese } from './chinese.ts';
import { dutch } from './dutch.ts';
import { english, type MailTexts } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

const TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  pl: polish,
  ja: japanese,
  zh: chinese,
};

/** @param language a BCP 47 tag in lower case */
export function mailTextsIn(language: string): MailTexts {
  return TEXTS[baseLanguage(language)];
}
