/** The first of some locales that `Intl` takes. Browsers may name what is none: `en-US@posix`, from their system. */
function validLocale(locales: readonly string[]): string {
  const valid = locales.find((locale) => {
    try {
      return Intl.getCanonicalLocales(locale).length > 0;
    } catch {
      return false;
    }
  });
  return valid ?? 'en';
}

/**
 * Mends `navigator.language` where it is no locale. Libraries give it to `Intl`, which throws: so did the charts while
 * they loaded. Our own texts have a locale of their own, see `presentLanguage`.
 */
export function mendLocale(): void {
  const { language, languages } = navigator;
  const valid = validLocale([language, ...languages]);
  if (valid !== language) Object.defineProperty(navigator, 'language', { value: valid, configurable: true });
}
