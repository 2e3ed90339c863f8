/** The first locale that `Intl` accepts. Browsers may report invalid ones, such as `en-US@posix`. */
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
 * Replaces an invalid `navigator.language`. Libraries such as the charts pass it to `Intl`, which would throw. The
 * console's own texts have a separate locale, see `presentLanguage`.
 */
export function mendLocale(): void {
  const { language, languages } = navigator;
  const valid = validLocale([language, ...languages]);
  if (valid !== language) Object.defineProperty(navigator, 'language', { value: valid, configurable: true });
}
