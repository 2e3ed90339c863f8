import { presentLanguage } from '../texts/languages.ts';

const format = new Intl.NumberFormat(presentLanguage());

/** A count in the format of the page's language. */
export const inDigits = (count: number): string => format.format(count);

const percent = new Intl.NumberFormat(presentLanguage(), { style: 'percent' });

/** @param share from 0 to 1; what is not quite all is never shown as 100 % */
export const inPercent = (share: number): string => percent.format(share < 1 ? Math.min(share, 0.99) : 1);
