import type { OperatorLanguage } from '../../../../server/src/lib/languages.ts';
import { boot } from '../lib/boot.ts';
import { en } from './en.ts';
import type { Texts } from './texts.ts';

/** Each with its name in its own language. */
export const LANGUAGES: readonly { id: OperatorLanguage; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
];

const CHOICE = 'keyward-language';

/** The language that the person chose here, or else the browser's. */
export function presentLanguage(): OperatorLanguage {
  const chosen = localStorage.getItem(CHOICE) ?? boot.language;
  return LANGUAGES.find(({ id }) => id === chosen)?.id ?? 'en';
}

/** Takes effect at the next load of the page. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(CHOICE, language);
}

export async function loadTexts(language: OperatorLanguage): Promise<Texts> {
  return language === 'de' ? (await import('./de.ts')).de : en;
}
