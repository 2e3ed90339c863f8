/** More than any browser sends, and cheap enough to read for every request. */
const MAX_LENGTH = 500;

/**
 * The language that an `Accept-Language` header prefers (RFC 9110 §12.5.4). A regional tag counts for its language.
 * @param available the first is the fallback
 */
export function preferredLanguage<Language extends string>(
  acceptLanguage: string,
  available: readonly [Language, ...Language[]],
): Language {
  const [fallback] = available;
  const wishes = acceptLanguage
    .slice(0, MAX_LENGTH)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';');
      const quality = parameters.find((parameter) => /^\s*q=/i.test(parameter))?.split('=')[1];
      return { tag: tag.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    })
    // NaN is not greater than zero.
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wishes) {
    if (tag === '*') return fallback;
    const [primary] = tag.split('-');
    const found = available.find((language) => language === tag) ?? available.find((one) => one === primary);
    if (found !== undefined) return found;
  }
  return fallback;
}
