import type { Language } from '../../../../server/src/http/web/boot.ts';
import { boot } from '../lib/boot.ts';
import { en } from './en.ts';
import type { Texts } from './texts.ts';

/** With each language's own name. */
export const LANGUAGES: readonly { id: Language; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
];

const CHOICE = 'keyward-language';

/** The language that the person chose here, or else the browser's. */
export function presentLanguage(): Language {
  const chosen = localStorage.getItem(CHOICE);
  return LANGUAGES.find(({ id }) => id === chosen)?.id ?? boot.language;
}

/** From the next load of the page on. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(CHOICE, language);
}

export async function loadTexts(language: Language): Promise<Texts> {
  return language === 'de' ? (await import('./de.ts')).de : en;
}
