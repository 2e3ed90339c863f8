/** A number of minutes in words, in the largest unit that needs no fraction. */
export function inWords(minutes: number, locale: string): string {
  const [unit, size] =
    minutes % 1440 === 0 ? ['day', 1440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size);
}
