import { presentLanguage } from './languages.ts';
import { settingsEn } from './settings-en.ts';

/** What the pages of the settings say: a quarter of all texts, which the other pages do without. */
export const settingsTexts =
  presentLanguage() === 'de' ? (await import('./settings-de.ts')).settingsDe : settingsEn;
