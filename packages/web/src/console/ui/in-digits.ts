import { presentLanguage } from '../texts/languages.ts';

const format = new Intl.NumberFormat(presentLanguage());

/** A count as the language of the page writes it. */
export const inDigits = (count: number): string => format.format(count);
