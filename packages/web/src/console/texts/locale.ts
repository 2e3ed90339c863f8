import { presentLanguage } from './languages.ts';

/**
 * The locale of times: the language of the texts, in the browser's variant of it, with the browser's clock. So one
 * person never sees 24 hours in one place and 12 in another.
 */
export function presentLocale(): string {
  const language = presentLanguage();
  const { language: own } = navigator;
  try {
    const { hourCycle } = new Intl.DateTimeFormat(own, { hour: 'numeric' }).resolvedOptions();
    const base = own.toLowerCase().startsWith(`${language}-`) ? own : language;
    return new Intl.Locale(base, hourCycle === undefined ? {} : { hourCycle }).toString();
  } catch {
    // Browsers may report an invalid locale, such as `en-US@posix`.
    return language;
  }
}
