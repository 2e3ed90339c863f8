import { presentLanguage } from '../texts/languages.ts';
import { paletteEn } from './palette-en.ts';

/** The texts of the palette, which no page loads before the palette is opened. */
export const paletteTexts =
  presentLanguage() === 'de' ? (await import('./palette-de.ts')).paletteDe : paletteEn;
