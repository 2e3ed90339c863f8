import { presentLanguage } from '../texts/languages.ts';

const format = new Intl.NumberFormat(presentLanguage());

/** A count in the format of the page's language. */
export const inDigits = (count: number): string => format.format(count);
