import type { ReplacedTexts } from '../../../server/src/features/delivery/texts/check-texts.ts';

/**
 * Puts an operator's texts in place of ours, with their values by place: `{0}`.
 * @param own undefined: the texts stay
 * @param locale the language of the operator's texts
 */
export function replaceTexts(
  texts: unknown,
  own: string | ReplacedTexts | undefined,
  locale: string,
): unknown {
  if (own === undefined) return texts;
  if (typeof texts === 'function') {
    const rules = new Intl.PluralRules(locale);
    return (...values: unknown[]) => fill(formOf(own, values[0], rules), values);
  }
  if (typeof own === 'string' || typeof texts !== 'object' || texts === null) return own;
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, unknown]) => [
      key,
      Object.hasOwn(own, key) ? replaceTexts(text, own[key], locale) : text,
    ]),
  );
}

/** A text for a number: for this very number, or for its plural category. */
function formOf(own: string | ReplacedTexts, value: unknown, rules: Intl.PluralRules): string {
  if (typeof own === 'string') return own;
  const form = own[String(value)] ?? own[rules.select(Number(value))] ?? own['other'];
  return typeof form === 'string' ? form : '';
}

function fill(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\{(\d)\}/g, (_, place: string) => {
    const value = values[Number(place)];
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
