import { presentLanguage } from './languages.ts';
import { settingsEn } from './settings-en.ts';

/** The texts of the settings pages: a quarter of all texts, which the other pages do not load. */
export const settingsTexts =
  presentLanguage() === 'de' ? (await import('./settings-de.ts')).settingsDe : settingsEn;
