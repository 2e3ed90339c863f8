/**
 * Chooses the form of a text for a number, by the rules of a language.
 * @param locale the language, as a BCP 47 tag
 */
export function plural(
  locale: string,
): (
  count: number,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>,
) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
